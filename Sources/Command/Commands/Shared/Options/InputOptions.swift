import ArgumentParser
import Formats
import TimedMetadata

/// The inputs and what to read of them.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The streams to read.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input per line. The kind of an input is \
        recognised by its content. In a directory only streams and playlists are read: name a \
        text to read it.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions

  func validate() throws { try Self.checkStandardInput(inputs) }

  /// Refuses to read standard input more than once.
  static func checkStandardInput(_ inputs: [String]) throws {
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' one time.")
    }
  }

  /// Refuses a command without an input.
  func requireInputs() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...'") }
  }
}

/// Which part of inputs is read.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions
  @OptionGroup var start: StartOption

  /// Which tags are read.
  var selection: MissingTags.Selection {
    MissingTags.Selection(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      start: start.from
    )
  }
}

/// The options that stand in the file of `--config`, under `options`: those that few need. They have the names and the values
/// of options of the command line, where some commands have a few of them too.
struct FileOptions: ParsableArguments {
  @OptionGroup var playlists: PlaylistOptions
  @OptionGroup var limit: TotalTimeoutOption
  @OptionGroup var network: NetworkOptions
  @OptionGroup var playback: FilePlaybackOptions
  @OptionGroup var evidence: EvidenceSizeOptions

  /// Reads the object: `true` is a flag, an array an option that is given several times, an object its JSON text.
  static func parse(_ object: JSONValue, in file: String) throws -> FileOptions {
    guard case .object(let members) = object else {
      throw ValidationError("\(file): 'options' is not a JSON object.")
    }
    let arguments = members.flatMap { member in
      let values = if case .array(let elements) = member.value { elements } else { [member.value] }
      return values.flatMap { argument(member.key, $0) }
    }
    do {
      return try parse(arguments)
    } catch {
      // In the file the names have no dashes.
      let message = message(for: error).replacing(#/--(?=[a-z])/#, with: "")
      throw ValidationError("\(file): options: \(message)")
    }
  }

  private static func argument(_ name: String, _ value: JSONValue) -> [String] {
    switch value {
    case .null, .bool(false): []
    case .bool(true): ["--\(name)"]
    default: ["--\(name)=\(value.stringValue ?? value.text)"]
    }
  }

  /// What of playlists is read, with the options of the command line.
  func playlists(from start: StartOption, _ segments: SegmentOptions? = nil) -> PlaylistOptions {
    var playlists = playlists
    if let from = start.from { playlists.start.from = from }
    if let segments {
      playlists.segments.join = segments.join || playlists.segments.join
      playlists.segments.follow = segments.follow || playlists.segments.follow
    }
    return playlists
  }

  /// How the network is used, with the options of the command line.
  func fetching(_ header: HeaderOption) -> FetchSettings {
    if header.showQueries { ShownURL.showQueries() }
    var network = network
    if let file = header.certificates.caFile { network.certificates.caFile = file }
    return FetchSettings(
      headers: header.header.flatMap(\.self),
      network: network,
      totalTimeout: limit.totalTimeout.map { .seconds($0) }
    )
  }
}

import ArgumentParser
import Formats
import TimedMetadata

/// The inputs, and the options that select the parts to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The streams to read.",
      discussion: """
        Files, directories (all streams in them), globs, URLs (http, https, udp, rtp, srt), '-' for \
        standard input, or '@list.txt' for a file that names one input per line. The kind of an input is \
        recognized by its content. In a directory only streams and playlists are read: name a \
        text file to read it.
        """,
      valueName: "input"
    ),
    completion: .file()
  )
  var inputs: [String] = []

  @OptionGroup(title: OptionTitle.input) var reading: ReadingOptions

  func validate() throws { try Self.checkStandardInput(inputs) }

  static func checkStandardInput(_ inputs: [String]) throws {
    if inputs.filter({ $0 == "-" || $0 == "@-" }).count > 1 {
      throw ValidationError("Standard input can be read only once: name '-' once.")
    }
  }

  func requireInputs() throws {
    guard !inputs.isEmpty else { throw ValidationError("Missing expected argument '<input> ...'") }
  }
}

/// The options that select the parts of inputs to read.
struct ReadingOptions: ParsableArguments {
  @OptionGroup var stream: StreamOptions
  @OptionGroup var start: StartOption

  /// The program, the PID and the time range that the options select, to explain missing tags.
  var selection: MissingTags.Selection {
    MissingTags.Selection(
      program: stream.program,
      pid: stream.pid,
      limitSeconds: stream.limitSeconds,
      start: start.from
    )
  }
}

/// The rarely needed options under `options` in the `--config` file. Names and values have the form of command line
/// options. Some commands also accept a few of these options on the command line.
struct FileOptions: ParsableArguments {
  @OptionGroup var playlists: PlaylistOptions
  @OptionGroup var limit: TotalTimeoutOption
  @OptionGroup var network: NetworkOptions
  @OptionGroup var playback: FilePlaybackOptions
  @OptionGroup var evidence: EvidenceSizeOptions

  /// Parses the `options` object. `true` sets a flag, an array gives an option several times, and an object becomes
  /// JSON text.
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
      // The names in the file do not begin with dashes.
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

  /// The options for playlists. Command line options override the file.
  func playlists(from start: StartOption, _ segments: SegmentOptions? = nil) -> PlaylistOptions {
    var playlists = playlists
    if let from = start.from { playlists.start.from = from }
    if let segments {
      playlists.segments.join = segments.join || playlists.segments.join
      playlists.segments.follow = segments.follow || playlists.segments.follow
    }
    return playlists
  }

  /// The settings for the network. Command line options override the file.
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

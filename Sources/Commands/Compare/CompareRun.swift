import ArgumentParser
import Glibc
import PingAnalysis
import Playback
import Presentation
import Records
import System
import TimedMetadata

/// Collects the pings of the two inputs of `compare`.
struct CompareRun {
  /// Pings that are held at most: a week of an app.
  private static let limit = 20_000

  private let options: ReadingOptions
  private let playlists: PlaylistOptions
  private let fetching: FetchSettings
  private let playback: PlaybackArguments
  /// Whether the configuration names a server for time-shift lookups.
  private let hasLookupServer: Bool
  private let diagnostics: Diagnostics

  init(
    _ options: ReadingOptions,
    _ playlists: PlaylistOptions,
    _ fetching: FetchSettings,
    _ playback: PlaybackArguments,
    _ diagnostics: Diagnostics
  ) {
    self.options = options
    self.playlists = playlists
    self.fetching = fetching
    // The server would take the lookups of this run for those of an app.
    self.playback = playback.withoutLookupServer
    hasLookupServer = !playback.configuration.lookups.url.isEmpty
    self.diagnostics = diagnostics
  }

  struct Expected {
    var pings: [SentPing]
    /// Parameters of which the expected run knows nothing.
    var unknown: Set<String> = []
    /// Whether its time-shift lookups would have been answered by a server, which was not asked.
    var lacksTimeShift = false
  }

  /// The pings of a capture, or those of a played stream or scenario; nil when it could not be read,
  /// which was reported.
  func expected(_ argument: String) async -> Expected? {
    switch Self.scenario(at: argument) {
    case nil: break
    case .success(let scenario): return await play(scenario, at: argument)
    case .failure(let error):
      diagnostics.failure("\(argument): \(error)")
      return nil
    }
    let selection = options.selection
    var isPlayed = false
    let found = await gather(argument) { name, events, add in
      isPlayed = true
      try await PingRun(name, playback, selection, diagnostics, nil) { (row) throws(OutputError) in
        add(row)
      }.play(events)
    }
    if let found, found.isEmpty {
      diagnostics.failure(
        "\(InputURL.shown(argument)): gives no ping: name a stream or pings to expect"
      )
      return nil
    }
    return found.map { isPlayed ? played($0, playback) : Expected(pings: $0) }
  }

  /// The pings of playing, with what is unknown about them.
  private func played(_ pings: [SentPing], _ playback: PlaybackArguments) -> Expected {
    let asks = hasLookupServer && pings.contains { $0.endpoint == "/cgi-bin/tsv" }
    if asks {
      diagnostics.notice(
        "--config: tsv.url: nothing is sent to compare, so no server is asked, and time-shift codes are "
          + "not compared: give them with tsv.constant or tsv.table"
      )
    }
    return Expected(pings: pings, unknown: Self.unknown(playback), lacksTimeShift: asks)
  }

  /// Without a scenario the channel has the name of the input.
  private static func unknown(_ playback: PlaybackArguments) -> Set<String> {
    playback.scenario?.scenario.channel == nil ? ["channame"] : []
  }

  /// The scenario in a file, or what is wrong with it; nil when the file is something else, or
  /// cannot be read, which is reported when it is read as that.
  private static func scenario(at path: String) -> Result<Scenario, ScenarioError>? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let bytes: [UInt8]
    do throws(SmallFile.ReadError) {
      bytes = try SmallFile.bytes(of: path, upTo: Scenario.sizeLimit)
    } catch {
      return nil
    }
    do throws(ScenarioError) {
      return .success(try Scenario(json: bytes))
    } catch {
      return isMeant(bytes) ? .failure(error) : nil
    }
  }

  /// Whether a text with mistakes was to be a scenario: an object with a version and one of the fields
  /// that every scenario has. Captures, logs and rows have other names.
  private static func isMeant(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "{" else { return false }
    let fields = ["steps", "playhead", "content", "channel", "tags"]
    return text.contains("\"version\"") && !text.contains("\"creator\"")
      && fields.contains { text.contains("\"\($0)\"") }
  }

  private func play(_ scenario: Scenario, at path: String) async -> Expected? {
    guard !scenario.usesInput else {
      diagnostics.failure(
        "\(path): the scenario plays the tags of a stream: name the stream here, and the scenario "
          + "with --scenario"
      )
      return nil
    }
    var playback = playback
    playback.scenario = ScenarioArgument(path: path, scenario: scenario)
    let selection = options.selection
    let pings = Pings()
    do {
      try await PingRun(path, playback, selection, diagnostics, nil) {
        (row) throws(OutputError) in
        pings.add(row)
      }.playWithoutInput()
      try pings.check(path)
    } catch {
      diagnostics.failure("\(error)")
      return nil
    }
    return played(pings.all, playback)
  }

  /// The pings of a capture; nil when it could not be read, which was reported.
  func actual(_ argument: String) async -> [SentPing]? {
    let found = await gather(argument) { name, _, _ in
      throw TimedMetadataError(
        .unsupportedKind,
        input: name,
        reason: "is not a capture of pings",
        remedy: "name a HAR, a Charles session, an access log or a list of URLs"
      )
    }
    if let found, found.isEmpty {
      diagnostics.notice(
        "\(InputURL.shown(argument)): holds no ping: \(CaptureInput.remedyWithoutPings)"
      )
    }
    return found
  }

  private func gather(
    _ argument: String,
    stream: (String, TimedMetadataEvents, _ add: @escaping (PingRow) -> Void) async throws -> Void
  ) async -> [SentPing]? {
    if PingRecognizer.isPing(argument) { return CaptureInput.pings(ofArgument: argument) }
    let pings = Pings()
    var run = InputRun(
      [argument],
      options,
      playlists: playlists,
      fetching: fetching,
      diagnostics: diagnostics
    )
    run.isWhole = PingRecognizer.isPing
    run.besides = .captures
    do {
      try await run { name, input in
        switch input {
        case .name:
          for ping in CaptureInput.pings(ofArgument: name) { try pings.add(ping, of: name) }
        case .capture(let capture): try capture.forEachPing { try pings.add($0, of: name) }
        case .stream(let input):
          try await stream(name, input.events()) { row in pings.add(row) }
          try pings.check(name)
        case .results: break
        }
      } finish: { _ in
      }
      return pings.all
    } catch {
      return nil
    }
  }

  /// Holds the pings of one input.
  private final class Pings {
    private(set) var all: [SentPing] = []

    func add(_ ping: SentPing, of name: String) throws {
      all.append(ping)
      try check(name)
    }

    func add(_ row: PingRow) {
      guard all.count <= CompareRun.limit else { return }
      all += CaptureInput.pings(ofArgument: row.ping.url)
    }

    func check(_ name: String) throws {
      guard all.count > CompareRun.limit else { return }
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "holds more than \(CompareRun.limit) pings",
        remedy: "compare less at once: cut the capture, or use --limit-seconds"
      )
    }
  }
}

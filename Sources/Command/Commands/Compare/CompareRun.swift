import ArgumentParser
import PingAnalysis
import Playback
import Presentation
import Records
import System
import TimedMetadata

/// Collects the pings of the two inputs of `compare`, and the expected pings of `collect --against`.
struct CompareRun {
  /// The maximum number of pings in one input. An app sends fewer in a week.
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
    // A lookup server could not distinguish the lookups of this run from those of an app.
    self.playback = playback.withoutLookupServer
    hasLookupServer = !playback.configuration.lookups.url.isEmpty
    self.diagnostics = diagnostics
  }

  struct Expected {
    var pings: [SentPing]
    /// The parameters whose expected values are unknown.
    var unknown: Set<String> = []
    /// Whether time-shift codes are unknown, because the lookup server is not queried.
    var lacksTimeShift = false
  }

  /// The pings in a capture, or the pings that a stream or scenario causes when it is played. Nil after an interruption
  /// or an error. Errors are reported.
  func expected(_ argument: String) async -> Expected? {
    guard let found = await gather(argument, plays: true) else { return nil }
    if found.pings.isEmpty, !found.isOfScenario {
      diagnostics.failure(
        "\(InputURL.shown(argument)): gives no pings: name the stream that the app played, or the expected pings"
      )
      return nil
    }
    return found.playback.map { played(found.pings, $0) } ?? Expected(pings: found.pings)
  }

  /// The pings in a capture. Nil after an interruption or an error. Errors are reported.
  func actual(_ argument: String) async -> [SentPing]? {
    let found = await gather(argument, plays: false)
    if let found, found.pings.isEmpty {
      diagnostics.notice(
        "\(InputURL.shown(argument)): contains no ping: \(CaptureInput.remedyWithoutPings)"
      )
    }
    return found?.pings
  }

  /// The pings of a played input, with the parameters whose values cannot be predicted.
  private func played(_ pings: [SentPing], _ playback: PlaybackArguments) -> Expected {
    let asks = hasLookupServer && pings.contains { $0.endpoint == "/cgi-bin/tsv" }
    if asks {
      diagnostics.notice(
        "--config: tsv.url: compare does not query this server, so time-shift codes are "
          + "not compared: give the codes with tsv.constant or tsv.table"
      )
    }
    return Expected(pings: pings, unknown: Self.unknown(playback), lacksTimeShift: asks)
  }

  /// The parameters with unpredictable values: `channame`, unless the scenario names a channel.
  private static func unknown(_ playback: PlaybackArguments) -> Set<String> {
    playback.scenario?.scenario.channel == nil ? ["channame"] : []
  }

  /// The pings of an argument. If `plays` is true, streams and scenarios are played; otherwise they are refused.
  private func gather(_ argument: String, plays: Bool) async -> Found? {
    let found = Found()
    if PingRecognizer.isPing(argument) {
      found.pings = CaptureInput.pings(ofArgument: argument)
      return found
    }
    let inputs = Inputs(
      [argument],
      options,
      playlists: playlists,
      fetching: fetching,
      diagnostics: diagnostics
    )
    inputs.isWhole = PingRecognizer.isPing
    inputs.besides = plays ? [.capture, .scenario] : [.capture]
    do {
      for try await input in inputs {
        switch input {
        case .name(let name):
          try await inputs.read {
            for ping in CaptureInput.pings(ofArgument: name) { try found.add(ping, of: name) }
          }
        case .capture(let capture):
          try await inputs.read {
            try capture.forEachPing { try found.add($0, of: capture.name) }
          }
        case .scenario(let path, let scenario):
          try await inputs.read { try await play(scenario.get(), at: path, found) }
        case .stream(let stream):
          try await inputs.read {
            let events = try await stream.events()
            guard plays else { throw CaptureInput.refusal(of: stream.name) }
            try await player(stream.name, playback, found).play(events)
            try found.check(stream.name)
          }
        case .rows, .failed: break
        }
      }
    } catch let error as ScenarioError {
      diagnostics.failure("\(argument): \(error)")
      return nil
    } catch {
      diagnostics.failure("\(error)")
      return nil
    }
    return inputs.hasFailed || Interruption.isRequested ? nil : found
  }

  private func play(_ scenario: Scenario, at path: String, _ found: Found) async throws {
    guard !scenario.usesInput else {
      throw TimedMetadataError(
        .unsupportedKind,
        input: path,
        reason: "the scenario plays the tags of a stream",
        remedy: "name the stream here, and the scenario with --scenario"
      )
    }
    var playback = playback
    playback.scenario = ScenarioArgument(path: path, scenario: scenario)
    found.isOfScenario = true
    try await player(path, playback, found).play(nil)
    try found.check(path)
  }

  private func player(_ name: String, _ playback: PlaybackArguments, _ found: Found) -> PingRun {
    found.playback = playback
    return PingRun(name, playback, options.selection, diagnostics, nil) {
      (row) throws(OutputError) in
      found.add(row)
    }
  }

  private final class Found {
    var pings: [SentPing] = []
    var playback: PlaybackArguments?
    var isOfScenario = false

    func add(_ ping: SentPing, of name: String) throws {
      pings.append(ping)
      try check(name)
    }

    func add(_ row: PingRow) {
      guard pings.count <= CompareRun.limit else { return }
      pings += CaptureInput.pings(ofArgument: row.ping.url)
    }

    func check(_ name: String) throws {
      guard pings.count > CompareRun.limit else { return }
      throw TimedMetadataError(
        .cannotRead,
        input: name,
        reason: "contains more than \(CompareRun.limit) pings",
        remedy: "use a shorter capture, stream (--limit-seconds) or scenario"
      )
    }
  }
}

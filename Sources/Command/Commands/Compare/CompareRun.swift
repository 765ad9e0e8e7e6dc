import ArgumentParser
import PingAnalysis
import Playback
import Presentation
import Records
import System
import TimedMetadata

/// Collects the pings of the two inputs of `compare`.
struct CompareRun {
  /// The most pings of one input: an app sends fewer in a week.
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
    // A lookup server could not tell the lookups of this run from those of an app.
    self.playback = playback.withoutLookupServer
    hasLookupServer = !playback.configuration.lookups.url.isEmpty
    self.diagnostics = diagnostics
  }

  struct Expected {
    var pings: [SentPing]
    /// The parameters whose expected values are unknown.
    var unknown: Set<String> = []
    /// Whether a lookup server, which is not asked here, would have answered time-shift lookups.
    var lacksTimeShift = false
  }

  /// The pings of a capture, or those of a played stream or scenario. Nil when the input could not be read:
  /// the error is reported.
  func expected(_ argument: String) async -> Expected? {
    guard let found = await gather(argument, plays: true) else { return nil }
    if found.pings.isEmpty, !found.isOfScenario {
      diagnostics.failure(
        "\(InputURL.shown(argument)): gives no ping: name a stream or pings to expect"
      )
      return nil
    }
    return found.playback.map { played(found.pings, $0) } ?? Expected(pings: found.pings)
  }

  /// The pings of a capture. Nil when it could not be read: the error is reported.
  func actual(_ argument: String) async -> [SentPing]? {
    let found = await gather(argument, plays: false)
    if let found, found.pings.isEmpty {
      diagnostics.notice(
        "\(InputURL.shown(argument)): holds no ping: \(CaptureInput.remedyWithoutPings)"
      )
    }
    return found?.pings
  }

  /// The pings of a played input, with what cannot be expected of them.
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

  /// The parameters that a player cannot know: without a channel in the scenario, the name of the channel.
  private static func unknown(_ playback: PlaybackArguments) -> Set<String> {
    playback.scenario?.scenario.channel == nil ? ["channame"] : []
  }

  /// The pings of an argument. With `plays`, streams and scenarios are played.
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

  /// The pings of one argument.
  private final class Found {
    var pings: [SentPing] = []
    /// How the pings were played; nil: they are those of a capture.
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
        reason: "holds more than \(CompareRun.limit) pings",
        remedy: "split the capture, or use --limit-seconds"
      )
    }
  }
}

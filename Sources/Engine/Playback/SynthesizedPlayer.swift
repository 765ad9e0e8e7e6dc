import NielsenAppApi
import TimedMetadata

/// Plays a stream through the engine without showing it: calls `play` and `loadMetadata`, then `playheadPosition` for
/// each second and `sendID3` for each tag, and finally `end`.
///
/// The caller passes tags to ``receive(_:)`` as the reader delivers them, and takes the pings with ``takePings()``. The
/// clock is virtual. Without a scenario or a list of calls, memory does not grow with the stream.
///
/// Tags may be out of order: up to 1024 owner identifiers are held until a tag arrives that is 20 s later. A tag that
/// arrives after its second was played is sent in the current second; a tag without a time is sent at the latest time
/// of the tags before it.
///
/// Times are checked: a time more than a day after all earlier times, more than a day before 0, or
/// over 366 days counts as unknown. A duration over 366 days is ignored.
///
/// A scenario or a list of calls is played after all tags are known, because a scenario may seek back.
///
/// With several programs or renditions, only the first one with a Nielsen tag is played, because a
/// viewer sees one at a time.
///
/// Use a player on one thread only.
public final class SynthesizedPlayer {
  /// The last second that can be played: 366 days.
  package static let latestSecond: Int64 = 31_622_400
  /// The maximum number of tags kept for a scenario or a list of calls: about 58 days of tags every 10 s.
  static let scenarioTagLimit = 500_000

  /// The programs, in the played rendition, whose Nielsen tags are not played, in order of appearance.
  public var skippedPrograms: [Int] { selection.skippedPrograms }
  /// The errors that the engine has raised so far, in the order of their numbers, such as
  /// unreadable payloads (3), pings without a required parameter (7) or invalid playheads (15).
  public var engineErrors: [EngineErrorCount] { app?.errors.all ?? [] }

  /// The line numbers of the scenario's steps that were not performed; known after ``finish(duration:)``.
  public private(set) var unreachedSteps: [Int] = []
  /// The number of tags dropped because a scenario or a list of calls keeps at most 500,000 tags.
  public private(set) var surplusTagCount = 0

  /// The number of SCTE-35 announcements of ad breaks that were ignored because they came long after the splice time.
  public private(set) var unplacedBreakCount = 0

  /// The number of Nielsen tags of the played rendition that were not played because they are in another program.
  public var skippedTagCount: Int { selection.skippedTagCount }

  private let options: PlaybackOptions
  private var window = ReorderWindow()
  private var selection = PlayedTagSelection()
  private var adBreaks = AdBreaks()
  /// Receives all events in order, on the thread that feeds the player.
  package var onEvent: ((PlayedEvent) -> Void)?
  private var app: PlayedApp?
  private var loop: PlayerLoop?
  /// The time of the clock at second 0, in Unix seconds.
  private var clockStart: Int64 = 0
  private var isFinished = false
  private var scenarioTags: [HeldTag] = []

  /// Prepares a player.
  ///
  /// - Throws: ``PlaybackError`` if the engine rejects appInfo or configuration, or if the start is
  ///   outside 1970 to 2100 or, with live playheads, before 1,000,000,000.
  public init(options: PlaybackOptions) throws(PlaybackError) {
    let options = options.withScenario
    if let start = options.start, !ClockStart.range.contains(start) {
      throw PlaybackError(
        code: .startOutOfRange,
        description: "the start \(start) is outside 1970 to 2100: use Unix seconds of these years"
      )
    }
    if let start = options.start, options.playhead == .live, start < ClockStart.earliestLive {
      throw PlaybackError(
        code: .startOutOfRange,
        description:
          "the start \(start) is too early for live playheads, which the engine recognizes by "
          + "their ten digits: use \(ClockStart.earliestLive) (2001-09-09T01:46:40Z) or later, "
          + "or play as vod"
      )
    }
    // The engine starts later, when the time of the clock is known, but errors must be found now.
    try Self.tryStarting(options)
    self.options = options
  }

  /// Starts an engine only to check that it starts.
  private static func tryStarting(_ options: PlaybackOptions) throws(PlaybackError) {
    var instance = EngineInstance(options.silent.environment)
    var problem = "the engine did not start"
    for output in instance.handle(.initialize(CallArgument(options.appInfo)), at: 0).reversed() {
      if case .event = output { return }
      if case .error(let error) = output { problem = "error \(error.number): \(error.description)" }
    }
    throw PlaybackError(code: .engineRefused, description: problem)
  }

  /// Removes and returns the pings that were made since the last call, in order.
  public func takePings() -> [TimedPing] {
    guard let app, !app.pings.isEmpty else { return [] }
    defer { app.pings = [] }
    return app.pings
  }

  /// Receives a marker of an ad break. Ignored unless `playsAds` is set, and after ``finish(duration:)``.
  public func receive(_ marker: TimelineMarker) {
    guard options.playsAds, !isFinished else { return }
    if !marker.hasPlausibleTime, marker.isOut == true { unplacedBreakCount += 1 }
    adBreaks.receive(marker)
    loop?.adBreaks = adBreaks
  }

  /// Receives the next tag of the stream. Tags without a Nielsen owner, tags of other programs or renditions, and all
  /// tags after ``finish(duration:)`` are ignored.
  public func receive(_ tag: TimedTag) {
    guard !isFinished, let held = selection.take(tag) else { return }
    receive(held)
  }

  func receive(_ held: HeldTag) {
    guard options.scenario == nil, options.calls == nil else { return keep(held) }
    window.insert(held)
    guard window.isDue else { return }
    let loop = begin(window.tags)
    for due in window.releaseDue() { play(due, loop) }
  }

  /// Plays the rest of the stream and ends the viewing session, or plays the scenario or the list of calls.
  ///
  /// - Parameter duration: The duration of the stream in presentation seconds; nil if unknown. The stream is played at
  ///   least to its last tag. Ignored for a list of calls, and for a scenario with its own duration.
  public func finish(duration: Double?) {
    guard !isFinished else { return }
    isFinished = true
    if let scenario = options.scenario { return play(scenario, duration: duration) }
    if let calls = options.calls { return play(calls) }
    let loop = begin(window.tags)
    for tag in window.releaseAll() { play(tag, loop) }
    if let last = Self.lastSecond(of: duration) { play(to: last, loop) }
    loop.app.handle(.end)
  }

  /// The number of the program that is played; nil before the first Nielsen tag, or if that tag has no program.
  public var playedProgram: Int? { selection.playedProgram }

  /// The rendition that is played; nil before the first Nielsen tag, or if that tag has no rendition.
  public var playedRendition: String? { selection.playedRendition }

  private func start(of tags: [HeldTag]) -> Int64 {
    let earliest = options.playhead == .live ? ClockStart.earliestLive : ClockStart.range.lowerBound
    return options.start ?? max(ClockStart.first(of: tags), earliest)
  }

  private func begin(_ tags: [HeldTag]) -> PlayerLoop {
    if let loop { return loop }
    clockStart = start(of: tags)
    let app = PlayedApp(options: options, milliseconds: clockStart * 1000, onEvent: onEvent)
    app.start()
    let loop = PlayerLoop(app, options: options, liveStart: clockStart, isInOrder: true)
    loop.adBreaks = adBreaks
    self.app = app
    self.loop = loop
    loop.begin()
    return loop
  }

  /// Plays up to the second of a tag and sends it. A late tag is sent in the current second.
  private func play(_ tag: HeldTag, _ loop: PlayerLoop) {
    play(to: Int64(tag.time), loop)
    loop.send(tag)
  }

  private func play(to last: Int64, _ loop: PlayerLoop) {
    while loop.position < last, !Task.isCancelled {
      loop.position += 1
      loop.app.milliseconds = (clockStart + loop.position) * 1000
      loop.playSecond()
    }
  }

  /// The last second of a stream with this duration; nil if the duration is nil or implausible.
  package static func lastSecond(of duration: Double?) -> Int64? {
    duration.flatMap { (0...Double(latestSecond)).contains($0) ? Int64($0) : nil }
  }

  // MARK: - Scenarios and lists of calls

  private func keep(_ tag: HeldTag) {
    guard scenarioTags.count < Self.scenarioTagLimit else {
      surplusTagCount += 1
      return
    }
    scenarioTags.append(tag)
  }

  private func play(_ scenario: Scenario, duration: Double?) {
    // The sort is stable, so tags with the same time keep their order.
    let tags = scenario.usesInput ? scenarioTags.sorted { $0.time < $1.time } : []
    let last = max(Self.lastSecond(of: duration) ?? 0, tags.last.map { Int64($0.time) } ?? 0)
    let run = ScenarioRun(
      scenario,
      options: options,
      start: start(of: tags),
      tags: Dictionary(grouping: tags) { Int64($0.time) },
      adBreaks: adBreaks,
      onEvent: onEvent
    )
    app = run.app
    unreachedSteps = run.play(to: scenario.duration ?? last)
    scenarioTags = []
  }

  private func play(_ calls: CallList) {
    let tags = scenarioTags.sorted { $0.time < $1.time }
    clockStart =
      options.start ?? calls.start ?? (tags.isEmpty ? calls.firstLivePlayhead : nil)
      ?? start(of: tags)
    let run = CallRun(
      calls,
      options: options,
      start: clockStart,
      tags: Dictionary(grouping: tags) { Int64($0.time) },
      onEvent: onEvent
    )
    app = run.app
    run.play()
    scenarioTags = []
  }
}

/// An error that prevents playback.
public struct PlaybackError: Error, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: Sendable, Hashable {
    /// The engine could not be started with the given appInfo or configuration.
    case engineRefused
    /// The start of the clock is outside 1970 to 2100, or is too early for live playheads.
    case startOutOfRange
  }

  /// The kind of error.
  public var code: Code
  /// The problem and, if known, its remedy.
  public var description: String
}

import NielsenAppApi

/// One stream being played as a scenario says.
final class ScenarioRun {
  let scenario: Scenario
  let engine: PlaybackEngine
  private let start: Int64
  private let isLive: Bool
  private let isCancelled: @Sendable () -> Bool
  private let onConnection: @Sendable (Bool, Int64) -> Void
  private let onAction: (@Sendable (ViewerAction) -> Void)?
  private let tags: [Int64: [HeldTag]]
  private let adBreaks: AdBreaks
  var channel: [String: String]
  var content: [String: String]

  /// The second being played; -1 before the first.
  var position: Int64 = -1
  /// The last second to be played.
  private var last: Int64 = 0
  /// The time of the clock, in Unix seconds.
  private(set) var now: Int64
  /// How much longer than the seconds of the content everything took.
  var lost: Int64 = 0
  private var played: Int64 = 0
  /// The second that was played last.
  private var latest: Int64 = -1
  private var ad: AdBreaks.Break?
  /// Whether the app has begun to play.
  private(set) var hasBegun = false
  private(set) var hasEnded = false
  /// When the app is online again, in Unix seconds; nil while it is.
  private var onlineTime: Int64?
  /// When an app that plays on in the background is seen again, and what the tester does then.
  var foreground: (time: Int64, action: ViewerAction.Name)?
  /// The latest report of another device.
  var ott = ["ottStatus": "0"]
  /// The user's choice that the app reports to the SDK at each launch; nil: none.
  var choiceAtLaunch: Bool?
  private var isDone: [Bool]

  /// Starts the engine at `start` (Unix seconds). `tags` are those of the seconds that are their
  /// keys, in order; `adBreaks` are played as ads.
  init(
    _ scenario: Scenario,
    options: PlaybackOptions,
    start: Int64,
    tags: [Int64: [HeldTag]],
    adBreaks: AdBreaks,
    errors: EngineErrorLog,
    onPing: @escaping (TimedPing) -> Void
  ) {
    var options = options
    // Identities last from one engine to the next.
    let known = scenario.identities.map { [options.appInfo["appid"] ?? "": $0.stored] }
    options.store =
      known.map { MemoryStore(identities: $0) } ?? options.store ?? MemoryStore()
    let launch = min(scenario.launch ?? start, start)
    engine = PlaybackEngine(
      options: options,
      start: launch,
      remembersCheckpoints: scenario.canKill,
      errors: errors,
      onPing: onPing
    )
    self.scenario = scenario
    self.start = start
    self.tags = tags
    self.adBreaks = adBreaks
    now = launch
    isLive = options.playhead == .live
    isCancelled = options.isCancelled
    onConnection = options.onConnection
    onAction = options.onAction
    channel = scenario.channel ?? ["channelName": options.channelName]
    content = options.metadata
    isDone = scenario.steps.map { _ in false }
    handOut()
  }

  /// Plays the seconds up to and with `last` and ends. Gives the lines of the steps that were not
  /// reached.
  func play(to last: Int64) -> [Int] {
    self.last = last
    take(.launch)
    updateOTT()
    setClock(max(now, start + lost))
    begin()
    take(.start)
    // Repeated seeking back must not run for ever.
    while position < last, !hasEnded, played < SynthesizedPlayer.latestSecond, !isCancelled() {
      position += 1
      played += 1
      playSecond()
      take(.second(position))
    }
    if !hasEnded { end() }
    take(.end)
    comeToForeground()
    goOnline()
    return zip(scenario.steps, isDone).filter { !$0.1 }.map(\.0.line)
  }

  // MARK: - Seconds

  /// Seconds of the content or of the ad of the stream; for live playheads the time of the day.
  var playhead: Int64 {
    if isLive { return start + position }
    return ad.map { position - $0.start } ?? position - adBreaks.seconds(before: position)
  }

  private func playSecond() {
    setClock(start + position + lost)
    changeOver()
    engine.api?.playheadPosition(playhead)
    latest = position
    handOut()
    for owner in owners {
      engine.api?.sendID3(owner)
      handOut()
    }
  }

  /// The tags of the second being played.
  private var owners: [String] { (tags[position] ?? []).flatMap(\.owners) }

  /// Begins an ad break of the stream, ends it, or changes to the next, with the calls that an app makes.
  private func changeOver() {
    let next = adBreaks.breakAt(position)
    guard next != ad else { return }
    if latest == position - 1, latest >= 0 {
      // Repeats the last second of what ends: it has been played to here.
      engine.api?.playheadPosition(playhead)
    }
    engine.api?.stop()
    ad = next
    note(next == nil ? .resume : .ad, next?.end.map { .number($0 - position) })
    engine.api?.loadMetadata(metadata)
    handOut()
  }

  /// Describes what is played: the content, or the ad of the stream.
  var metadata: [String: String] {
    ad?.metadata ?? content
  }

  private func setClock(_ time: Int64) {
    now = time
    engine.setClock(time)
    if let onlineTime, now >= onlineTime { goOnline() }
    if let foreground, now >= foreground.time { comeToForeground() }
  }

  /// Time passes in which no second of the content is played.
  func wait(_ seconds: Int64) {
    lost += seconds
    setClock(now + seconds)
  }

  /// A receiver plays this many seconds of the content, as far as there are any.
  func play(_ seconds: Int64, on receiver: BrowserSdk?) {
    for _ in 0..<seconds {
      guard position < last, played < SynthesizedPlayer.latestSecond, !isCancelled() else { return }
      position += 1
      played += 1
      setClock(start + position + lost)
      _ = receiver?.ggPM("setPlayheadPosition", Double(playhead))
      for owner in owners { _ = receiver?.ggPM("sendID3", owner) }
      handOut()
    }
  }

  /// The content plays on for this many seconds, without a call of the engine.
  func skip(_ seconds: Int64) {
    position += seconds
    setClock(now + seconds)
  }

  func handOut() { engine.handOut(at: position) }

  // MARK: - Network and foreground

  func goOffline(for seconds: Int64) {
    if onlineTime == nil {
      onConnection(false, now)
      note(.offline)
    }
    onlineTime = max(onlineTime ?? 0, now + seconds)
  }

  private func goOnline() {
    guard let onlineTime else { return }
    onConnection(true, onlineTime)
    note(.online, at: onlineTime)
    self.onlineTime = nil
  }

  private func comeToForeground() {
    guard let foreground else { return }
    self.foreground = nil
    note(foreground.action, at: foreground.time)
    if foreground.action == .foreground { updateOTT() }
  }

  // MARK: - Calls

  /// Writes down what the viewer does.
  func note(
    _ name: ViewerAction.Name,
    _ value: ViewerAction.Value? = nil,
    at time: Int64? = nil
  ) {
    onAction?(ViewerAction(time: time ?? now, name: name, value: value))
  }

  /// Reports where the stream is shown, as an app does when it is launched or comes to the foreground.
  func updateOTT() {
    engine.api?.updateOTT(ott)
    handOut()
  }

  func begin() {
    hasBegun = true
    engine.api?.play(channel)
    engine.api?.loadMetadata(metadata)
    handOut()
  }

  func stop() {
    engine.api?.stop()
    handOut()
  }

  func end() {
    note(.end)
    engine.api?.end()
    hasEnded = true
    handOut()
  }

  func resume() {
    switch scenario.resume {
    case .playLoad: begin()
    case .load:
      engine.api?.loadMetadata(metadata)
      handOut()
    case .playhead: break
    }
  }

  // MARK: - Steps

  private func take(_ moment: ScenarioStep.Moment) {
    for (index, step) in scenario.steps.enumerated()
    where step.moment == moment && !isDone[index] && (!hasEnded || moment == .end) {
      isDone[index] = true
      perform(step.action)
      handOut()
    }
  }
}

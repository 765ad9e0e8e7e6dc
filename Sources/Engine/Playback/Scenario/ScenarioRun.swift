import NielsenAppApi

final class ScenarioRun {
  let scenario: Scenario
  let loop: PlayerLoop
  private let start: Int64
  private let onConnection: @Sendable (Bool, Int64) -> Void
  private let tags: [Int64: [HeldTag]]

  private(set) var last: Int64 = 0
  /// The time of the clock, in Unix seconds.
  private(set) var now: Int64
  /// The difference between the time since ``start`` and the position in the content, in seconds.
  var lost: Int64 = 0
  private var played: Int64 = 0
  private(set) var hasBegun = false
  private(set) var hasEnded = false
  /// When the app will be online again, in Unix seconds; nil while it is online.
  private var onlineTime: Int64?
  /// When a player in the background returns to the foreground, in Unix seconds, and the action to record then.
  var foreground: (time: Int64, action: ViewerAction.Name)?
  var ott = ["ottStatus": "0"]
  /// The user's choice that the app passes to the SDK at each launch; nil if there is no choice.
  var choiceAtLaunch: Bool?
  private var isDone: [Bool]

  /// Launches the app. Second 0 is at `start` (Unix seconds), `tags` are grouped by second, and
  /// `adBreaks` are played as ads.
  init(
    _ scenario: Scenario,
    options: PlaybackOptions,
    start: Int64,
    tags: [Int64: [HeldTag]],
    adBreaks: AdBreaks,
    onEvent: ((PlayedEvent) -> Void)?
  ) {
    var options = options
    // All engines of the app share one store and therefore the same identities.
    let known = scenario.identities.map { [options.appInfo["appid"] ?? "": $0.stored] }
    options.store =
      known.map { MemoryStore(identities: $0) } ?? options.store ?? MemoryStore()
    let launch = min(scenario.launch ?? start, start)
    let app = PlayedApp(
      options: options,
      milliseconds: launch * 1000 + scenario.milliseconds,
      remembersCheckpoints: scenario.canKill,
      onEvent: onEvent
    )
    app.start()
    loop = PlayerLoop(app, options: options, liveStart: start)
    loop.adBreaks = adBreaks
    if let channel = scenario.channel { loop.channelInfo = channel }
    self.scenario = scenario
    self.start = start
    self.tags = tags
    now = launch
    onConnection = options.onConnection
    isDone = scenario.steps.map { _ in false }
  }

  var app: PlayedApp { loop.app }

  /// Plays the seconds up to and including `last`, and ends. Returns the line numbers of the steps
  /// that were not performed.
  func play(to last: Int64) -> [Int] {
    self.last = last
    take(.launch)
    updateOTT()
    setClock(max(now, start + lost))
    begin()
    take(.start)
    while !hasEnded, playNext() { take(.second(loop.position)) }
    if !hasEnded { end() }
    take(.end)
    comeToForeground()
    goOnline()
    return zip(scenario.steps, isDone).filter { !$0.1 }.map(\.0.line)
  }

  // MARK: - Time

  /// Plays the next second. Returns false if no further second is played.
  func playNext() -> Bool {
    // `latestSecond` ends a scenario that would seek back forever.
    guard loop.position < last, played < SynthesizedPlayer.latestSecond, !Task.isCancelled else {
      return false
    }
    loop.position += 1
    played += 1
    setClock(start + loop.position + lost)
    let ad = loop.ad
    loop.playSecond(tags[loop.position] ?? [])
    guard loop.ad != ad else { return true }
    note(
      loop.ad == nil ? .resume : .ad,
      loop.ad?.end.map { .number($0 - loop.position) }
    )
    return true
  }

  private func setClock(_ time: Int64) {
    now = time
    app.milliseconds = time * 1000 + scenario.milliseconds
    if let onlineTime, now >= onlineTime { goOnline() }
    if let foreground, now >= foreground.time { comeToForeground() }
  }

  /// Advances the clock without playing content.
  func wait(_ seconds: Int64) {
    lost += seconds
    setClock(now + seconds)
  }

  // MARK: - Network and foreground

  func goOffline(for seconds: Int64) {
    if onlineTime == nil {
      onConnection(false, now)
      app.report(.incident("offline"))
      note(.offline)
    }
    onlineTime = max(onlineTime ?? 0, now + seconds)
  }

  private func goOnline() {
    guard let onlineTime else { return }
    onConnection(true, onlineTime)
    app.report(.incident("online"))
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

  func note(
    _ name: ViewerAction.Name,
    _ value: ViewerAction.Value? = nil,
    at time: Int64? = nil
  ) {
    app.report(.action(ViewerAction(time: Double(time ?? now), name: name, value: value)))
  }

  /// Reports the device that shows the stream, as an app does at its launch and when it comes to the foreground.
  func updateOTT() { app.handle(.updateOTT(CallArgument(ott))) }

  func load(_ metadata: [String: String]) {
    app.handle(.loadMetadata(CallArgument(metadata)), instance: app.measuring)
  }

  func begin() {
    hasBegun = true
    loop.begin()
  }

  func end() {
    note(.end)
    app.handle(.end)
    hasEnded = true
  }

  func resume() {
    // A receiver resumes at its next playhead without a call.
    guard !app.isCasting else { return }
    switch scenario.resume {
    case .playLoad: begin()
    case .load: load(loop.metadata)
    case .playhead: break
    }
  }

  // MARK: - Steps

  func take(_ moment: ScenarioStep.Moment) {
    for (index, step) in scenario.steps.enumerated()
    where step.moment == moment && !isDone[index] && (!hasEnded || moment == .end) {
      guard !app.isCasting || step.action.isPossibleInCast else { continue }
      isDone[index] = true
      perform(step.action)
    }
  }
}

import NielsenAppApi

/// One stream being played as a scenario says.
final class ScenarioRun {
  /// How long a player waits for data before it tells the engine, in seconds.
  private static let patience: Int64 = 30

  private let scenario: Scenario
  private let engine: PlaybackEngine
  private let start: Int64
  private let isLive: Bool
  private let isCancelled: @Sendable () -> Bool
  private let onConnection: @Sendable (Bool, Int64) -> Void
  private let onAction: (@Sendable (TesterAction) -> Void)?
  private let tags: [Int64: [HeldTag]]
  private var channel: [String: String]
  private var content: [String: String]

  /// The second being played; -1 before the first.
  private var position: Int64 = -1
  /// What the clock shows, in Unix seconds.
  private var now: Int64
  /// How much longer than the seconds of the content everything took.
  private var lost: Int64 = 0
  private var played: Int64 = 0
  private var hasEnded = false
  /// When the app is online again, in Unix seconds; nil while it is.
  private var onlineTime: Int64?
  private var isDone: [Bool]

  /// Starts the engine at `start` (Unix seconds). `tags` are those of the seconds that are their
  /// keys, in order.
  init(
    _ scenario: Scenario,
    options: PlaybackOptions,
    start: Int64,
    tags: [Int64: [HeldTag]],
    errors: EngineErrorLog,
    onPing: @escaping (TimedPing) -> Void
  ) {
    var options = options
    // Identities last from one engine to the next.
    let known = scenario.identities.map { [options.appInfo["appid"] ?? "": $0.stored] }
    options.store =
      known.map { MemoryStore(identities: $0) } ?? options.store ?? MemoryStore()
    engine = PlaybackEngine(
      options: options,
      start: min(scenario.launch ?? start, start),
      remembersCheckpoints: scenario.canKill,
      errors: errors,
      onPing: onPing
    )
    self.scenario = scenario
    self.start = start
    self.tags = tags
    now = start
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
    setClock(start)
    begin()
    take(.start)
    // Seeking back again and again shall not take for ever.
    while position < last, !hasEnded, played < SynthesizedPlayer.latestSecond, !isCancelled() {
      position += 1
      played += 1
      playSecond()
      take(.second(position))
    }
    if !hasEnded { end() }
    take(.end)
    goOnline()
    return zip(scenario.steps, isDone).filter { !$0.1 }.map(\.0.line)
  }

  // MARK: - Seconds

  private var playhead: Int64 { isLive ? start + position : position }

  private func playSecond() {
    setClock(start + position + lost)
    engine.api?.playheadPosition(playhead)
    handOut()
    for tag in tags[position] ?? [] {
      for owner in tag.owners {
        engine.api?.sendID3(owner)
        handOut()
      }
    }
  }

  private func setClock(_ time: Int64) {
    now = time
    engine.setClock(time)
    if let onlineTime, now >= onlineTime { goOnline() }
  }

  /// Time passes in which no second of the content is played.
  private func wait(_ seconds: Int64) {
    lost += seconds
    setClock(now + seconds)
  }

  private func handOut() { engine.handOut(at: position) }

  // MARK: - Network

  private func goOffline(for seconds: Int64) {
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

  // MARK: - Calls

  /// Writes down what the viewer does.
  private func note(
    _ name: TesterAction.Name,
    _ value: TesterAction.Value? = nil,
    at time: Int64? = nil
  ) {
    onAction?(TesterAction(time: time ?? now, name: name, value: value))
  }

  private func begin() {
    engine.api?.play(channel)
    engine.api?.loadMetadata(content)
    handOut()
  }

  private func stop() {
    engine.api?.stop()
    handOut()
  }

  private func end() {
    note(.end)
    engine.api?.end()
    hasEnded = true
    handOut()
  }

  private func resume() {
    switch scenario.resume {
    case .playLoad: begin()
    case .load:
      engine.api?.loadMetadata(content)
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

  private func perform(_ action: ScenarioStep.Action) {
    switch action {
    case .ads(let ads): play(ads)
    case .pause(let kind, let seconds): pause(seconds, kind)
    case .buffer(let seconds): buffer(seconds)
    case .seek(let target): seek(to: target)
    case .channel(let name, let content): change(to: name, content)
    case .kill(let seconds): kill(seconds)
    case .offline(let seconds): goOffline(for: seconds)
    case .ott(let info): ott(info)
    case .optOut(let isOut): optOut(isOut)
    case .disable(let seconds): disable(seconds)
    case .end: end()
    }
  }

  private func play(_ ads: [ScenarioStep.Ad]) {
    if position >= 0, !hasEnded { stop() }
    for ad in ads {
      note(.ad, .number(ad.length))
      engine.api?.loadMetadata(ad.metadata)
      handOut()
      for second in 0...ad.length {
        if second > 0 { wait(1) }
        engine.api?.playheadPosition(second)
        handOut()
      }
      stop()
    }
    guard !hasEnded else { return }
    note(.resume)
    engine.api?.loadMetadata(content)
    // The second in which the content was left.
    if position >= 0 { engine.api?.playheadPosition(playhead) }
  }

  private func pause(_ seconds: Int64, _ kind: ScenarioStep.Interruption) {
    note(kind.action)
    stop()
    wait(seconds)
    note(kind.endingAction)
    resume()
  }

  private func buffer(_ seconds: Int64) {
    note(.buffer)
    wait(min(seconds, Self.patience))
    let isLong = seconds >= Self.patience
    if isLong {
      stop()
      wait(seconds - Self.patience)
    }
    note(.resume)
    if isLong { resume() }
  }

  private func ott(_ info: [String: String]) {
    note(.ott, .number(info["ottStatus"] == "1" ? 1 : 0))
    engine.api?.updateOTT(info)
  }

  /// The next second is `target`: the viewer waits for nothing.
  private func seek(to target: Int64) {
    note(.seek, .number(target))
    lost += position + 1 - target
    position = target - 1
  }

  private func change(to name: String, _ content: [String: String]?) {
    note(.channel, .text(name))
    stop()
    engine.api?.end()
    handOut()
    channel["channelName"] = name
    if let content { self.content = content }
    begin()
  }

  private func kill(_ seconds: Int64) {
    handOut()
    note(.kill)
    engine.kill()
    wait(seconds)
    note(.launch)
    engine.restart()
    handOut()
    begin()
  }

  private func optOut(_ isOut: Bool) {
    note(.optOut, .number(isOut ? 1 : 0))
    engine.api?.userOptOut("nielsenappsdk://\(isOut ? 1 : 0)")
    handOut()
    // Opting out ends the viewing session, but not the watching.
    if isOut, !hasEnded { begin() }
  }

  private func disable(_ seconds: Int64) {
    engine.api?.appDisableApi = true
    handOut()
    // The content plays on, which nobody sees.
    position += seconds
    setClock(now + seconds)
    engine.api?.appDisableApi = false
    handOut()
    begin()
  }
}

import NielsenAppApi

final class CallRun {
  let app: PlayedApp
  private let list: CallList
  private let start: Int64
  private let onConnection: @Sendable (Bool, Int64) -> Void
  /// The tags of a stream by second. Instance A receives them while it plays content.
  private let tags: [Int64: [HeldTag]]
  private var isInAd = false
  /// The second of the stream whose tags were last sent; nil until a playhead of content is sent.
  private var tagSecond: Int64?
  /// The latest playhead of each instance, and its time on the clock.
  private var playheads: [String: (position: Int64, milliseconds: Int64)] = [:]
  /// Whether a line has set the time since the latest playhead.
  private var isTimed = false
  /// The playhead at second 0 of the stream, if playheads are times of day.
  private var firstLivePlayhead: Int64?

  init(
    _ list: CallList,
    options: PlaybackOptions,
    start: Int64,
    tags: [Int64: [HeldTag]],
    onEvent: ((PlayedEvent) -> Void)?
  ) {
    self.list = list
    self.start = start
    self.tags = tags
    onConnection = options.onConnection
    var options = options
    // All engines of the app share one store and therefore the same identities.
    options.store = options.store ?? MemoryStore()
    app = PlayedApp(
      options: options,
      milliseconds: start * 1000,
      remembersCheckpoints: list.canKill,
      onEvent: onEvent
    )
    app.second = 0
  }

  func play() {
    for line in list.lines where !Task.isCancelled {
      app.line = line.number
      perform(line.action, line.instance)
    }
  }

  private func perform(_ action: CallList.Action, _ instance: String) {
    switch action {
    case .wait(let length):
      wait(until: app.milliseconds + length)
      isTimed = true
    case .until(let time):
      wait(until: start * 1000 + time)
      isTimed = true
    case .start(let appInfo, isReceiver: false): app.start(instance, appInfo)
    case .start(let appInfo, isReceiver: true): app.startReceiver(instance, appInfo)
    case .call(.playheadPosition(let position?)): play(position, instance)
    case .call(let call):
      if case .loadMetadata(let metadata) = call, instance == PlayedApp.instance {
        isInAd = metadata.isAd
      }
      app.handle(call, instance: instance)
    case .playheads(let range):
      for position in range where !Task.isCancelled { play(position, instance) }
    case .event(let event, let payload): app.receive(event, payload, instance: instance)
    case .undocumented(let name):
      app.report(.remark("\(name) has no effect: no published document describes it"), of: instance)
    case .kill: app.kill()
    case .tracking(let tracking): app.changeTracking(tracking)
    case .viewer(let actions): for action in actions { app.report(.action(action)) }
    case .connection(let isOnline):
      app.report(.incident(isOnline ? "online" : "offline"))
      onConnection(isOnline, app.milliseconds / 1000)
    }
  }

  /// Advances the clock to `end`. While an instance shows a page, the instances are advanced every second.
  private func wait(until end: Int64) {
    while app.milliseconds < end, !Task.isCancelled {
      let isPaged = app.showsPage
      app.milliseconds = isPaged ? min(app.milliseconds + 1000, end) : end
      app.second = app.milliseconds / 1000 - start
      if isPaged { app.advance() }
    }
  }

  /// Makes a playhead call and, for content of instance A, sends the tags of its second. If `position` is one more than
  /// the instance's previous playhead, the clock first advances by a second, unless time has passed or a line set it.
  private func play(_ position: Int64, _ instance: String) {
    if let latest = playheads[instance], latest.position < .max, position == latest.position + 1,
      latest.milliseconds == app.milliseconds, !isTimed
    {
      wait(until: app.milliseconds + 1000)
    }
    isTimed = false
    playheads[instance] = (position, app.milliseconds)
    app.handle(.playheadPosition(position), instance: instance)
    guard instance == PlayedApp.instance, !isInAd else { return }
    var second = position
    if position >= ClockStart.earliestLive {
      firstLivePlayhead = firstLivePlayhead ?? position
      second = position - (firstLivePlayhead ?? position)
    }
    guard second != tagSecond else { return }
    tagSecond = second
    for tag in tags[second] ?? [] {
      for owner in tag.owners { app.handle(.sendID3(owner), instance: instance) }
    }
  }
}

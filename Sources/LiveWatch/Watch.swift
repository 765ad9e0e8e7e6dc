import Synchronization

/// Follows live feeds, each on a thread of its own, and tells what happens on them.
///
///     let watch = Watch(feeds, settings, sinks: [lines])
///     watch.start()
///     while … { watch.tick() }  // about once a second
///     watch.stop()
///
/// Its size does not grow with time: what is kept of a feed is bounded.
package final class Watch: Sendable {
  private let clock: WatchClock
  private let monitors: [FeedMonitor]
  private let supervisors: [FeedSupervisor]
  private let started: Double
  /// The latest alarms and losses, those that are over too.
  package let incidents: IncidentHistory
  /// When it was last ticked, on the steady clock.
  private let ticked: Mutex<Double>

  /// A watch that does not read yet.
  /// - Parameters:
  ///   - feeds: What is followed.
  ///   - settings: When alarms are raised and cleared.
  ///   - clock: The time.
  ///   - sinks: What takes the events.
  ///   - log: Takes what is worth knowing about a feed, by its number; called on any thread.
  package init(
    _ feeds: [WatchedFeed],
    _ settings: WatchSettings,
    clock: WatchClock = .system,
    sinks: [any EventSink],
    log: @escaping @Sendable (Int, String) -> Void = { _, _ in }
  ) {
    self.clock = clock
    started = clock.now
    ticked = Mutex(clock.now)
    let incidents = IncidentHistory()
    self.incidents = incidents
    monitors = feeds.enumerated().map { index, feed in
      FeedMonitor(
        index: index,
        name: feed.name,
        title: feed.title,
        settings: settings.expecting(feed.template),
        clock: clock
      ) { event in
        incidents.take(event)
        for sink in sinks { sink.take(event) }
      }
    }
    supervisors = zip(feeds, monitors).enumerated().map { index, pair in
      FeedSupervisor(pair.0, index: index, clock: clock, monitor: pair.1) { log(index, $0) }
    }
  }

  /// Gives a feed the past of its strips.
  func recall(_ earlier: [EarlierIncident], ofFeed index: Int) {
    guard monitors.indices.contains(index) else { return }
    monitors[index].recall(earlier)
  }

  /// Starts to read all feeds.
  /// - Returns: The numbers of feeds for which the system has no thread.
  package func start() -> [Int] {
    supervisors.indices.filter { !supervisors[$0].start() }
  }

  /// Looks at all feeds. To be called about once a second.
  package func tick() {
    for supervisor in supervisors { supervisor.tick() }
    let now = clock.now
    ticked.withLock { $0 = now }
  }

  /// Ends the reading. Returns when it has ended, at the latest after so many seconds: a feed that hangs
  /// holds up nobody.
  package func stop(waitingAtMost seconds: Double = 3) {
    for supervisor in supervisors { supervisor.requestStop() }
    let deadline = WatchClock.system.now + seconds
    for supervisor in supervisors {
      supervisor.waitForEnd(atMost: max(0, deadline - WatchClock.system.now))
    }
  }

  /// What is known at this moment.
  package func snapshot() -> WatchSnapshot {
    WatchSnapshot(
      date: clock.timeOfDay(),
      uptime: max(0, clock.now - started),
      sinceTick: max(0, clock.now - ticked.withLock { $0 }),
      feeds: monitors.map { $0.snapshot() }
    )
  }
}

/// What is known about all feeds at one moment.
package struct WatchSnapshot: Sendable {
  /// Unix seconds.
  package let date: Double
  /// Seconds since the watch began.
  package let uptime: Double
  /// Seconds since the feeds were last looked at: about one, unless the process hangs.
  package let sinceTick: Double
  /// The feeds, in the order in which they were named.
  package let feeds: [FeedSnapshot]

  /// Alarms that are raised.
  package var alarmCount: Int { feeds.reduce(0) { $0 + $1.alarms.count } }
  /// Feeds that are lost.
  package var lostCount: Int { feeds.count { $0.status == .lost } }
}

import Synchronization
import System

/// Follows live feeds independently of each other, and reports their events.
///
///     let watch = Watch(feeds, settings, sinks: [lines])
///     watch.start()
///     …
///     await watch.stop()
///
/// The memory of a feed is limited. Feeds can be added and removed while the watch runs (``update(_:willStart:)``).
package final class Watch: Sendable {
  private struct Entry: Sendable {
    let number: Int
    let key: String
    let name: String
    let monitor: FeedMonitor
    let supervisor: FeedSupervisor
  }

  private struct Roster: Sendable {
    var entries: [Entry] = []
    /// The number of the next feed; numbers are not reused.
    var nextNumber = 0
    var hasStarted = false
    var fleet = WatchFleet()
  }

  package struct Change: Sendable, Equatable {
    package var added: [String] = []
    /// The numbers and names of the feeds that were removed.
    package var removed: [Int: String] = [:]

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty }
  }

  private let clock: any TaskClock
  private let settings: WatchSettings
  private let sinks: [any EventSink]
  private let evidence: EvidenceStore?
  private let mutes: MuteList?
  private let log: @Sendable (String, String) -> Void
  private let roster = Mutex(Roster())
  private let started: Double
  package let incidents: IncidentHistory

  /// Creates a watch that does not read yet.
  /// - Parameters:
  ///   - feeds: The feeds to follow.
  ///   - settings: The settings for alarms and timeouts.
  ///   - clock: The clock.
  ///   - sinks: The receivers of the events.
  ///   - mutes: The alarms that are muted.
  ///   - evidence: Keeps the data read around alarms; nil means that no evidence is kept.
  ///   - log: Receives the name of a feed and a message about the feed, on any thread.
  package init(
    _ feeds: [WatchedFeed],
    _ settings: WatchSettings,
    clock: any TaskClock = SystemClock(),
    sinks: [any EventSink],
    mutes: MuteList? = nil,
    evidence: EvidenceStore? = nil,
    log: @escaping @Sendable (String, String) -> Void = { _, _ in }
  ) {
    self.clock = clock
    self.settings = settings
    self.sinks = sinks
    self.mutes = mutes
    self.evidence = evidence
    self.log = log
    started = clock.now
    incidents = IncidentHistory()
    update(feeds)
  }

  private func entry(_ feed: WatchedFeed, number: Int) -> Entry {
    let (incidents, sinks, evidence, log) = (incidents, sinks, evidence, log)
    let recorder = evidence?.recorder()
    var state = FeedState(
      index: number,
      name: feed.name,
      title: feed.title,
      labels: feed.labels,
      settings: feed.tap?.settings(settings) ?? settings.expecting(feed.template),
      at: FeedState.Moment(clock)
    )
    state.mutes = mutes
    state.tap = feed.tap
    let monitor = FeedMonitor(state, clock: clock) { event in
      var event = event
      if let evidence, let recorder { event.evidence = evidence.keep(event, recorder) }
      incidents.take(event)
      for sink in sinks { sink.take(event) }
    }
    let supervisor = FeedSupervisor(
      feed,
      index: number,
      clock: clock,
      monitor: monitor,
      recorder: recorder
    ) { log(feed.name, $0) }
    return Entry(
      number: number,
      key: feed.key,
      name: feed.name,
      monitor: monitor,
      supervisor: supervisor
    )
  }

  /// Changes the watched feeds. Feeds that were already watched continue without interruption, with the new title and
  /// labels. Feeds that are no longer listed are stopped, and their alarms and losses end.
  /// - Parameters:
  ///   - feeds: The feeds to watch. If a `key` is repeated, only its first feed is watched.
  ///   - willStart: Called for each new feed with its number, before it is read.
  /// - Returns: The feeds that were added and removed.
  @discardableResult
  package func update(
    _ feeds: [WatchedFeed],
    willStart: (Int, WatchedFeed) -> Void = { _, _ in }
  ) -> Change {
    var change = Change()
    var fresh: [(entry: Entry, feed: WatchedFeed)] = []
    let (gone, hasStarted) = roster.withLock { roster in
      var known = Dictionary(roster.entries.map { ($0.key, $0) }) { first, _ in first }
      var seen: Set<String> = []
      roster.entries = feeds.compactMap { feed in
        guard seen.insert(feed.key).inserted else { return nil }
        if let entry = known.removeValue(forKey: feed.key) {
          entry.monitor.change { state, _ in
            (state.identity.title, state.identity.labels) = (feed.title, feed.labels)
          }
          return entry
        }
        let entry = entry(feed, number: roster.nextNumber)
        roster.nextNumber += 1
        fresh.append((entry, feed))
        change.added.append(feed.name)
        return entry
      }
      return (known.values.sorted { $0.number < $1.number }, roster.hasStarted)
    }
    for entry in gone {
      entry.supervisor.requestStop()
      entry.monitor.change { $0.retire(at: $1) }
      incidents.forget(feed: entry.number)
      change.removed[entry.number] = entry.name
    }
    for (entry, feed) in fresh { willStart(entry.number, feed) }
    if hasStarted { for (entry, _) in fresh { entry.supervisor.start() } }
    return change
  }

  /// Adds the incidents of earlier runs. Call this before the feeds are read.
  package func recall(_ earlier: [EarlierIncident]) {
    incidents.add(earlier.map(\.incident))
    let byFeed = Dictionary(grouping: earlier, by: \.incident.feed)
    for entry in entries {
      if let found = byFeed[entry.number] { entry.monitor.change { $0.recall(found, at: $1) } }
    }
  }

  /// Continues the alarms and losses that earlier runs reported, and ends the alarms and losses of feeds that are no
  /// longer watched. Call this before the feeds are read.
  /// - Parameters:
  ///   - open: The latest event of each alarm and loss.
  ///   - willEnd: Called for each feed that is no longer watched, with a number for the feed and one of the feed's
  ///     events.
  /// - Returns: The numbers of the feeds that are no longer watched.
  package func resume(
    _ open: [WatchEvent],
    willEnd: (Int, WatchEvent) -> Void = { _, _ in }
  ) -> [Int] {
    let known = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    var ended: [Int] = []
    let feeds = Dictionary(grouping: open, by: \.input).sorted { $0.key < $1.key }
    for (name, events) in feeds {
      if let entry = known[name] {
        entry.monitor.change { $0.resume(events, at: $1) }
        for event in events { incidents.resume(event) }
        continue
      }
      // Watched feeds never have negative numbers.
      let number = -1 - ended.count
      ended.append(number)
      willEnd(number, events[0])
      for event in events {
        var end = event.end(at: clock.unixTime, "no longer watched")
        end.feed = number
        for sink in sinks { sink.take(end) }
      }
    }
    return ended
  }

  private var entries: [Entry] { roster.withLock { $0.entries } }

  /// Sets the number of feeds in the lists, and the part of them that this watch follows.
  package func describe(_ fleet: WatchFleet) { roster.withLock { $0.fleet = fleet } }

  package func start() {
    let entries = roster.withLock { roster in
      roster.hasStarted = true
      return roster.entries
    }
    for entry in entries { entry.supervisor.start() }
  }

  /// Stops reading and waits at most `seconds` for the feeds. A hanging feed does not delay the end of the watch for
  /// longer.
  package func stop(waitingAtMost seconds: Double = 3) async {
    let supervisors = entries.map(\.supervisor)
    for supervisor in supervisors { supervisor.requestStop() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for supervisor in supervisors { await supervisor.waitForEnd() } }
      group.addTask { try? await Task.sleep(for: .seconds(seconds)) }
      await group.next()
      group.cancelAll()
    }
  }

  package func snapshot() -> WatchSnapshot {
    let (entries, fleet, hasStarted) = roster.withLock { ($0.entries, $0.fleet, $0.hasStarted) }
    return WatchSnapshot(
      date: clock.unixTime,
      uptime: max(0, clock.now - started),
      sinceCheck: hasStarted ? entries.map(\.supervisor.sinceCheck).max() ?? 0 : 0,
      feeds: entries.map { $0.monitor.snapshot() },
      fleet: fleet
    )
  }
}

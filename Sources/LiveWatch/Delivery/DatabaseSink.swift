import Conformance
import ResultsStore
import Synchronization
import System

/// Writes tags, alarms and the state of feeds into a results database, in batches about
/// once a second. A batch that could not be written is retried; a bounded number of events waits.
///
/// A database that is damaged is renamed, and a new one is begun. One that was deleted or replaced is opened again.
package final class DatabaseSink: EventSink {
  /// The most events that wait.
  private static let capacity = 20_000
  /// The most events in one transaction.
  private static let batch = 2000
  /// Seconds between transactions.
  private static let interval = 1.0
  /// Seconds between two updates of the state of feeds.
  private static let stateInterval = 10.0
  /// Seconds until adding a feed that another process writes is retried.
  private static let joinInterval = 60.0
  /// Seconds between two removals of old rows.
  private static let removalInterval = 3600.0

  /// An output whose events are kept for the next watch.
  package typealias Queue = (name: String, waiting: @Sendable () -> [WatchEvent])

  /// What earlier runs left.
  package struct Left: Sendable {
    package var earlier = WatchStore.Earlier()
    /// The alarms and losses that have not ended, as the events of their beginnings.
    package var open: [WatchEvent] = []
    /// The events that were not delivered, by the names of the outputs.
    package var waiting: [String: [WatchEvent]] = [:]

    /// Their rows.
    fileprivate var rows: [WatchStore.KeptRow] {
      open.map { WatchStore.KeptRow($0, for: DatabaseSink.openPurpose) }
        + waiting.sorted { $0.key < $1.key }.flatMap { name, events in
          events.map { WatchStore.KeptRow($0, for: name) }
        }
    }
  }

  /// The purpose of rows for alarms that have not ended.
  fileprivate static let openPurpose = "open"

  /// A feed without rows.
  private struct Joining: Sendable {
    let feed: WatchStore.Feed
    let number: Int
    /// The time of the next attempt, on the steady clock.
    var due = -Double.infinity
  }

  private let path: String
  private let description: RunDescription
  private let clock: @Sendable () -> Int64
  /// The age in seconds at which rows are removed; nil: never.
  private let longestAge: Double?
  private let log: @Sendable (String) -> Void
  private let buffer: EventBuffer
  private let task: SinkTask
  /// How the run ends; nil before its end.
  private let ending = Shared<BatchRun.End?>(nil)
  private let state = Mutex(DeliveryCounts())
  /// The database as it was opened at the start; the task takes it.
  private let opened = Mutex<WatchStore?>(nil)
  /// The feeds that are watched, by their numbers.
  private let feeds: Mutex<[Int: WatchStore.Feed]>
  /// Feeds that wait for their rows.
  private let joining = Mutex<[Joining]>([])
  /// The rows for the next watch.
  private let kept = Mutex<[WatchStore.KeptRow]>([])
  /// The outputs whose events are kept for the next watch, with the events that wait.
  private let queues = Mutex<[Queue]>([])
  /// Feeds that are no longer watched, until their last events are written.
  private let retired = Mutex<[Int]>([])

  /// Makes a sink; ``open()`` opens the database.
  /// - Parameters:
  ///   - path: The file.
  ///   - description: The settings that decide about the results.
  ///   - feeds: The feeds that are watched from the start, numbered from 0.
  ///   - longestAge: The age in seconds at which rows are removed; nil: never.
  ///   - clock: Milliseconds since 1970.
  ///   - log: Logs errors.
  package init(
    _ path: String,
    _ description: RunDescription,
    feeds: [WatchStore.Feed],
    longestAge: Double? = nil,
    clock: @escaping @Sendable () -> Int64 = { SystemClock.milliseconds() },
    log: @escaping @Sendable (String) -> Void
  ) {
    (self.path, self.description, self.clock, self.log) = (path, description, clock, log)
    self.longestAge = longestAge
    self.feeds = Mutex(Dictionary(uniqueKeysWithValues: feeds.enumerated().map { ($0, $1) }))
    buffer = EventBuffer(capacity: Self.capacity)
    task = SinkTask(buffer)
  }

  /// The numbers of events that were delivered, failed and dropped so far.
  package var counts: DeliveryCounts {
    var counts = state.withLock { $0 }
    buffer.count(in: &counts)
    return counts
  }

  /// Opens the database before the feeds are read. It is opened later where that can help.
  /// - Parameters:
  ///   - date: Unix seconds; findings that are older are not returned.
  ///   - isElsewhere: Whether another process watches a feed.
  /// - Returns: What earlier runs left.
  /// - Throws: ``ResultsDatabaseError``, where no later attempt can help.
  package func open(
    recalling date: Double,
    isElsewhere: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Left {
    let all = feeds.withLock { $0.sorted { $0.key < $1.key } }
    do {
      let store = try await begin(all.map(\.value))
      opened.withLock { $0 = store }
      let earlier = try await store.earlier(since: date)
      let numbers = Dictionary(all.map { ($0.value.name, $0.key) }) { first, _ in first }
      let kept = try await store.takeKept { !isElsewhere($0) }
      return left(earlier, kept, numbers)
    } catch let error as ResultsDatabaseError where error.code == .unavailable {
      report(error)
    } catch let error as ResultsDatabaseError where error.isDamage {
      guard let store = opened.withLock({ $0.take() }) else { throw error }
      try await setAside(store, error)
    }
    if opened.withLock({ $0 == nil }) { joinAll() }
    return Left()
  }

  private func left(
    _ earlier: WatchStore.Earlier,
    _ kept: [WatchStore.KeptRow],
    _ numbers: [String: Int]
  ) -> Left {
    var left = Left(earlier: earlier)
    for row in kept {
      guard let event = WatchEvent(row.event, feed: numbers[row.input] ?? -1) else { continue }
      if row.purpose == Self.openPurpose {
        left.open.append(event)
      } else {
        left.waiting[row.purpose, default: []].append(event)
      }
    }
    self.kept.withLock { [left] in $0 = left.rows }
    return left
  }

  /// The rows for the next watch, after `events` were written. Events that the outputs got since are not among them: what is kept
  /// of an alarm is kept together.
  private func rows(after events: [WatchEvent]) -> [WatchStore.KeptRow] {
    let before = kept.withLock { $0 }
    var open = before.filter { $0.purpose == Self.openPurpose }
    var added: Set<String> = []
    for event in events where event.isAlarming {
      let row = WatchStore.KeptRow(event, for: Self.openPurpose)
      added.insert(row.event.text)
      open.removeAll { $0.input == row.input && $0.event["key"] == row.event["key"] }
      if !event.isEnd { open.append(row) }
    }
    let waiting = queues.withLock { $0 }.flatMap { queue in
      let known = Set(before.lazy.filter { $0.purpose == queue.name }.map(\.event.text)).union(
        added
      )
      return queue.waiting().map { WatchStore.KeptRow($0, for: queue.name) }
        .filter { known.contains($0.event.text) }
    }
    return open + waiting
  }

  private func begin(_ feeds: [WatchStore.Feed]) async throws -> WatchStore {
    try await WatchStore.opening(path, description, feeds: feeds, clock: clock) { [self] in
      reportDamage($0, $1)
    }
  }

  /// All feeds get their rows again, in another database.
  private func joinAll() {
    let all = feeds.withLock { $0.map { Joining(feed: $1, number: $0) } }
    joining.withLock { $0 = all.sorted { $0.number < $1.number } }
  }

  private func setAside(_ store: WatchStore, _ error: ResultsDatabaseError) async throws {
    if let name = try await store.settingAside() { reportDamage(error, name) }
  }

  private func reportDamage(_ error: ResultsDatabaseError, _ name: String) {
    log("\(path): \(error.reason): it is now \(name), and a new database is begun")
  }

  private func report(_ error: ResultsDatabaseError) {
    let remedy = error.code == .unavailable ? "free space, or check the disk" : error.remedy
    log("\(path): \(error.reason): \(remedy); rows wait until it can be written")
  }

  /// Adds a feed. Its rows are made later, so that a database that does not answer blocks nothing. Call it
  /// before the first event of the feed. Events of a feed without rows are not written.
  package func add(_ feed: WatchStore.Feed, number: Int) {
    feeds.withLock { $0[number] = feed }
    joining.withLock { $0.append(Joining(feed: feed, number: number)) }
  }

  /// Removes a feed after its last events are written.
  package func remove(_ number: Int) { retired.withLock { $0.append(number) } }

  package func take(_ event: WatchEvent) {
    guard buffer.put(event) else { return }
    log("\(path): more than \(Self.capacity) events wait, the oldest are dropped: check the disk")
  }

  /// Starts to write the events and the state of the feeds of `watch`, and what waits in the queues of other outputs.
  package func start(_ watch: Watch, queues: [Queue] = []) {
    self.queues.withLock { $0 = queues }
    task.start { [self] in await write(watch) }
  }

  /// Writes the waiting events and the end of the run. Gives up after this many seconds.
  package func finish(_ end: BatchRun.End, waitingAtMost seconds: Double = 10) async {
    ending.withLock { $0 = end }
    guard await task.finish(waitingAtMost: seconds, isLeftAlone: true) else {
      return log("\(path): does not answer: rows of the last moments may be missing")
    }
  }

  /// Writes the end of a run of which nothing was written.
  package func abandon() async {
    if let store = opened.withLock({ $0.take() }) { await close(store, .interrupted) }
  }

  private func close(_ store: WatchStore, _ end: BatchRun.End) async {
    do {
      try await store.end(end)
    } catch {
      log("\(error)")
    }
  }

  private func write(_ watch: Watch) async {
    var store = opened.withLock { $0.take() }
    var pending: [WatchEvent] = []
    var outage = Outage()
    var (lastState, lastRemoval) = (-Double.infinity, -Double.infinity)
    // Whether the database has the rows for the next watch.
    var isKept = true
    if store == nil { _ = outage.begin() }
    while true {
      let wait = outage.isOn ? outage.wait / .seconds(1) : Self.interval
      let end = await ending.wait(atMost: wait) { $0 }
      let leaving = retired.withLock { $0 }
      do {
        let isDue = end != nil || WatchClock.system.now - lastState >= Self.stateInterval
        if isDue, let known = store, await known.isReplaced() {
          log("\(path): was deleted or replaced: it is opened again")
          // Whether it can be closed well changes nothing.
          try? await known.close()
          store = nil
        }
        if store == nil {
          store = try await begin([])
          joinAll()
          isKept = false
        }
        repeat {
          if pending.isEmpty { pending = buffer.takeWaiting(Self.batch) }
          state.withLock { [pending] in
            ($0.waiting, $0.oldest) = (pending.count, pending.first?.date)
          }
          // After the events are taken: a feed is added before its first event.
          try await enter(isLast: end != nil, into: &store)
          let rows = rows(after: pending)
          let isChanged = !isKept || rows != kept.withLock { $0 }
          if !pending.isEmpty || isChanged {
            try await store?.append(
              tags: pending.compactMap { FeedRecord.tag($0) },
              findings: pending.flatMap { FeedRecord.found($0) },
              kept: isChanged ? rows : nil
            )
            kept.withLock { $0 = rows }
            isKept = true
          }
          state.withLock { [pending] in
            $0.delivered += pending.count
            ($0.waiting, $0.oldest) = (0, nil)
          }
          pending = []
        } while buffer.count > 0
        try await leave(leaving, &store)
        if isDue {
          try await store?.update(watch.snapshot().feeds.map { FeedRecord.row($0) })
          lastState = WatchClock.system.now
        }
        if let longestAge, end == nil, WatchClock.system.now - lastRemoval >= Self.removalInterval,
          try await store?.removeRows(olderThan: longestAge) == false
        {
          lastRemoval = WatchClock.system.now
        }
        if outage.end() { log("\(path): can be written again") }
      } catch {
        let isFirst = outage.begin()
        await fail(error, isFirst: isFirst, &store)
      }
      guard let end else { continue }
      let lost = pending.count + buffer.count
      state.withLock { $0.failed += lost }
      if lost > 0 {
        log("\(path): \(lost == 1 ? "1 event was" : "\(lost) events were") not written")
      }
      if let store { await close(store, end) }
      return
    }
  }

  /// Reports an error, and gives up a database that is damaged.
  private func fail(_ error: any Error, isFirst: Bool, _ store: inout WatchStore?) async {
    guard let error = error as? ResultsDatabaseError else { return log("\(error)") }
    guard error.isDamage, let damaged = store else { return isFirst ? report(error) : () }
    store = nil
    do {
      try await setAside(damaged, error)
    } catch {
      if isFirst { log("\(error)") }
    }
  }

  /// Makes the rows of new feeds. A feed that another process writes is added later.
  private func enter(isLast: Bool, into store: inout WatchStore?) async throws {
    let now = WatchClock.system.now
    for entry in joining.withLock({ $0 }) where isLast || entry.due <= now {
      do {
        try await store?.add(entry.feed, number: entry.number)
        joining.withLock { $0.removeAll { $0.number == entry.number } }
      } catch let error as ResultsDatabaseError where error.code == .cannotLock {
        if entry.due < 0 { log("\(error)") }
        joining.withLock { joining in
          let index = joining.firstIndex { $0.number == entry.number }
          if let index { joining[index].due = now + Self.joinInterval }
        }
      }
    }
  }

  private func leave(_ numbers: [Int], _ store: inout WatchStore?) async throws {
    feeds.withLock { feeds in for number in numbers { feeds[number] = nil } }
    joining.withLock { $0.removeAll { numbers.contains($0.number) } }
    for number in numbers { try await store?.remove(number) }
    retired.withLock { $0.removeAll { numbers.contains($0) } }
  }
}

extension WatchStore.KeptRow {
  fileprivate init(_ event: WatchEvent, for purpose: String) {
    self.init(input: event.input, purpose: purpose, event: event.json)
  }
}

import Conformance
import ResultsStore
import Synchronization
import System

/// Writes tags, alarms and the state of feeds into a results database, in batches about
/// once a second. A batch that could not be written is retried; a bounded number of events waits.
package final class DatabaseSink: EventSink {
  /// The most events that wait.
  private static let capacity = 20_000
  /// The most events in one transaction.
  private static let batch = 2000
  /// Seconds between transactions.
  private static let interval = 1.0
  /// Seconds between two updates of the state of feeds.
  private static let stateInterval = 10.0
  /// Seconds until adding a feed is retried.
  private static let joinInterval = 60.0
  /// Seconds between two removals of old rows.
  private static let removalInterval = 3600.0
  /// Seconds between two log lines about the same error.
  private static let talkInterval = 60.0

  /// A feed without rows.
  private struct Joining: Sendable {
    let feed: WatchStore.Feed
    let number: Int
    /// The time of the next attempt, on the steady clock.
    var due = -Double.infinity
  }

  /// The database; the task takes it.
  private let store: Mutex<WatchStore?>
  /// The age in seconds at which rows are removed; nil: never.
  private let longestAge: Double?
  private let log: @Sendable (String) -> Void
  private let buffer: EventBuffer
  private let task: SinkTask
  /// How the run ends; nil before its end.
  private let ending = Shared<BatchRun.End?>(nil)
  private let state = Mutex(DeliveryCounts())
  /// Feeds that wait for their rows.
  private let joining = Mutex<[Joining]>([])
  /// Feeds that are no longer watched, until their last events are written.
  private let retired = Mutex<[Int]>([])

  /// Makes a sink that removes rows older than `longestAge` seconds; `log` logs errors.
  package init(
    _ store: WatchStore,
    longestAge: Double? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.longestAge = longestAge
    self.store = Mutex(store)
    self.log = log
    buffer = EventBuffer(capacity: Self.capacity)
    task = SinkTask(buffer)
  }

  /// The numbers of events that were delivered, failed and dropped so far.
  package var counts: DeliveryCounts {
    var counts = state.withLock { $0 }
    buffer.count(in: &counts)
    return counts
  }

  /// Adds a feed. Its rows are made later, so that a database that does not answer blocks nothing. Call it
  /// before the first event of the feed. Events of a feed without rows are not written.
  package func add(_ feed: WatchStore.Feed, number: Int) {
    joining.withLock { $0.append(Joining(feed: feed, number: number)) }
  }

  /// Removes a feed after its last events are written.
  package func remove(_ number: Int) { retired.withLock { $0.append(number) } }

  package func take(_ event: WatchEvent) { buffer.put(event) }

  /// Starts to write the events and the state of the feeds of `watch`.
  package func start(_ watch: Watch) {
    task.start { [self] in
      guard var store = store.withLock({ $0.take() }) else { return }
      await write(watch, to: &store)
      let end = await ending.wait { $0 } ?? .interrupted
      await close(store, end)
    }
  }

  /// Writes the waiting events and the end of the run. Gives up after this many seconds.
  package func finish(_ end: BatchRun.End, waitingAtMost seconds: Double = 10) async {
    ending.withLock { $0 = end }
    guard await task.finish(waitingAtMost: seconds, isLeftAlone: true) else {
      return log("the database does not answer: rows of the last moments may be missing")
    }
  }

  /// Writes the end of a run of which nothing was written.
  package func abandon() async {
    if let store = store.withLock({ $0.take() }) { await close(store, .interrupted) }
  }

  private func close(_ store: WatchStore, _ end: BatchRun.End) async {
    do {
      try await store.end(end)
    } catch {
      log("\(error)")
    }
  }

  private func write(_ watch: Watch, to store: inout WatchStore) async {
    var pending: [WatchEvent] = []
    var (lastState, lastTalk) = (-Double.infinity, -Double.infinity)
    var lastRemoval = -Double.infinity
    while true {
      let isLast = await ending.wait(atMost: Self.interval) { $0 == nil ? nil : true } ?? false
      let leaving = retired.withLock { $0 }
      while true {
        if pending.isEmpty {
          pending = buffer.takeWaiting(Self.batch)
          state.withLock { [pending] in
            ($0.waiting, $0.oldest) = (pending.count, pending.first?.date)
          }
        }
        let now = WatchClock.system.now
        // After the events are taken: a feed is added before its first event.
        await enter(dueAt: isLast ? .infinity : now, now: now, into: &store)
        let writesState = isLast || now - lastState >= Self.stateInterval
        do {
          if !pending.isEmpty { try await write(pending, to: &store) }
          state.withLock { [pending] in
            $0.delivered += pending.count
            ($0.waiting, $0.oldest) = (0, nil)
          }
          pending = []
          if !leaving.isEmpty, buffer.count == 0 { try await leave(leaving, &store) }
          if writesState {
            try await store.update(watch.snapshot().feeds.map { FeedRecord.row($0) })
            lastState = now
          }
          if let longestAge, !isLast, now - lastRemoval >= Self.removalInterval,
            try await !store.removeRows(olderThan: longestAge)
          {
            lastRemoval = now
          }
        } catch {
          if now - lastTalk >= Self.talkInterval {
            log("\(error)")
            lastTalk = now
          }
          break
        }
        if buffer.count == 0 { break }
      }
      guard isLast else { continue }
      let lost = pending.count + buffer.count
      state.withLock { $0.failed += lost }
      return
    }
  }

  /// Makes the rows of new feeds. A feed that cannot be added is retried later, for example if another
  /// process writes it.
  private func enter(dueAt time: Double, now: Double, into store: inout WatchStore) async {
    let due = joining.withLock { joining in
      defer { joining.removeAll { $0.due <= time } }
      return joining.filter { $0.due <= time }
    }
    for var entry in due {
      do {
        try await store.add(entry.feed, number: entry.number)
      } catch {
        if entry.due < 0 { log("\(error)") }
        entry.due = now + Self.joinInterval
        joining.withLock { [entry] in $0.append(entry) }
      }
    }
  }

  private func leave(_ numbers: [Int], _ store: inout WatchStore) async throws {
    joining.withLock { $0.removeAll { numbers.contains($0.number) } }
    for number in numbers { try await store.remove(number) }
    retired.withLock { $0.removeAll { numbers.contains($0) } }
  }

  private func write(_ events: [WatchEvent], to store: inout WatchStore) async throws {
    try await store.append(
      tags: events.compactMap { FeedRecord.tag($0) },
      findings: events.flatMap { FeedRecord.found($0) }
    )
  }
}

import Conformance
import Records
import Synchronization
import System

/// Writes tags, alarms and the state of feeds into a results database, in batches about once a second. A batch that
/// could not be written is retried. The number of waiting events is limited.
///
/// A damaged database is renamed, and a new one is created. If the file is deleted or replaced, the database is opened
/// again.
package final class DatabaseSink: QueuedSink {
  private static let capacity = 20_000
  /// The maximum number of events in one transaction.
  private static let batch = 2000
  /// The seconds for which events are collected before they are written.
  private static let interval = 1.0
  /// The seconds between two updates of the feeds' states.
  private static let stateInterval = 10.0
  /// The seconds before another attempt to add a feed that another process is writing.
  private static let joinInterval = 60.0
  /// The seconds between a complete removal of old rows and the next removal.
  private static let removalInterval = 3600.0

  /// An output whose waiting events are kept for the next watch.
  package typealias Queue = (name: String, waiting: @Sendable () -> [WatchEvent])

  /// The data that earlier runs left in the database.
  package struct Left: Sendable {
    package var earlier = WatchStore.Earlier()
    /// The alarms and losses that have not ended, each as its latest event.
    package var open: [WatchEvent] = []
    /// The events that were not delivered, by the name of the output.
    package var waiting: [String: [WatchEvent]] = [:]

    /// The rows that store `open` and `waiting`.
    fileprivate var rows: [WatchStore.KeptRow] {
      open.map { WatchStore.KeptRow($0, for: DatabaseSink.openPurpose) }
        + waiting.sorted { $0.key < $1.key }.flatMap { name, events in
          events.map { WatchStore.KeptRow($0, for: name) }
        }
    }
  }

  /// The `purpose` of rows that store alarms and losses that have not ended.
  fileprivate static let openPurpose = "open"

  /// A feed that has no rows yet.
  private struct Joining: Sendable {
    let feed: WatchStore.Feed
    let number: Int
    /// The time of the next attempt, on the steady clock.
    var due = -Double.infinity
  }

  private struct State {
    /// The database opened at the start, until the task takes it.
    var opened: WatchStore?
    var feeds: [Int: WatchStore.Feed]
    var joining: [Joining] = []
    /// The feeds that are no longer watched and whose last events are not written yet.
    var retired: [Int] = []
    var kept: [WatchStore.KeptRow] = []
    var queues: [Queue] = []
  }

  package let buffer: EventBuffer
  private let path: String
  private let description: RunDescription
  private let clock: @Sendable () -> Int64
  private let longestAge: Double?
  /// The way the run ended; nil while it continues.
  private let ending = Shared<BatchRun.End?>(nil)
  private let state: Mutex<State>

  /// Makes a sink; ``open(recalling:isElsewhere:)`` opens the database.
  /// - Parameters:
  ///   - path: The file.
  ///   - description: The settings that affect the results.
  ///   - feeds: The feeds that are watched from the start, numbered from 0.
  ///   - longestAge: The age in seconds at which rows are removed; nil means never.
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
    (self.path, self.description, self.clock) = (path, description, clock)
    self.longestAge = longestAge
    let feeds = Dictionary(uniqueKeysWithValues: feeds.enumerated().map { ($0, $1) })
    state = Mutex(State(feeds: feeds))
    buffer = EventBuffer(path, capacity: Self.capacity, remedy: "check the disk", log: log)
  }

  /// Opens the database before the feeds are read. If the database is temporarily unavailable, it is opened later.
  /// - Parameters:
  ///   - date: The time, in Unix seconds, of the oldest findings to return.
  ///   - isElsewhere: Returns whether another process watches the feed of that name.
  /// - Returns: The data that earlier runs left.
  /// - Throws: ``ResultsDatabaseError`` if no later attempt can succeed.
  package func open(
    recalling date: Double,
    isElsewhere: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async throws -> Left {
    let all = state.withLock { $0.feeds.sorted { $0.key < $1.key } }
    do {
      let store = try await begin(all.map(\.value))
      state.withLock { $0.opened = store }
      let earlier = try await store.earlier(since: date)
      let numbers = Dictionary(all.map { ($0.value.name, $0.key) }) { first, _ in first }
      let kept = try await store.takeKept { !isElsewhere($0) }
      return left(earlier, kept, numbers)
    } catch let error as ResultsDatabaseError where error.code == .unavailable {
      report(error)
    } catch let error as ResultsDatabaseError where error.isDamage {
      guard let store = state.withLock({ $0.opened.take() }) else { throw error }
      try await setAside(store, error)
    }
    if state.withLock({ $0.opened == nil }) { joinAll() }
    return Left()
  }

  private func left(
    _ earlier: WatchStore.Earlier,
    _ kept: [WatchStore.KeptRow],
    _ numbers: [String: Int]
  ) -> Left {
    var left = Left(earlier: earlier)
    for row in kept {
      guard let event = WatchEvent(RecordView(row.event), feed: numbers[row.input] ?? -1) else {
        continue
      }
      if row.purpose == Self.openPurpose {
        left.open.append(event)
      } else {
        left.waiting[row.purpose, default: []].append(event)
      }
    }
    state.withLock { [left] in $0.kept = left.rows }
    return left
  }

  /// The rows for the next watch, after `events` were written. Events that the outputs have received since then are
  /// excluded, so that all rows of an alarm are written together.
  private func rows(after events: [WatchEvent]) -> [WatchStore.KeptRow] {
    let (before, queues) = state.withLock { ($0.kept, $0.queues) }
    var open = before.filter { $0.purpose == Self.openPurpose }
    var added: Set<String> = []
    for event in events where event.isAlarming {
      let row = WatchStore.KeptRow(event, for: Self.openPurpose)
      added.insert(row.event.text)
      open.removeAll {
        $0.input == row.input && RecordView<WatchEventFields>($0.event).key == event.key
      }
      if !event.isEnd { open.append(row) }
    }
    let waiting = queues.flatMap { queue in
      let known = Set(before.lazy.filter { $0.purpose == queue.name }.map(\.event.text)).union(
        added
      )
      return queue.waiting().map { WatchStore.KeptRow($0, for: queue.name) }
        .filter { known.contains($0.event.text) }
    }
    return open + waiting
  }

  private func begin(_ feeds: [WatchStore.Feed]) async throws -> WatchStore {
    try await ResultsDatabase.opening(path, orReplacing: { [self] in reportDamage($0, $1) }) {
      [description, clock] in
      try WatchStore($0, description, feeds: feeds, clock: clock)
    }
  }

  /// Requests rows for all feeds, because the database is new or will be opened later.
  private func joinAll() {
    state.withLock { state in
      state.joining = state.feeds.map { Joining(feed: $1, number: $0) }
        .sorted { $0.number < $1.number }
    }
  }

  private func setAside(_ store: WatchStore, _ error: ResultsDatabaseError) async throws {
    if let name = try await store.database.settingAside() { reportDamage(error, name) }
  }

  private func reportDamage(_ error: ResultsDatabaseError, _ name: String) {
    buffer.report("\(error.reason): it was renamed to \(name), and a new database was created")
  }

  private func report(_ error: ResultsDatabaseError) {
    let remedy = error.code == .unavailable ? "free disk space, or check the disk" : error.remedy
    buffer.report("\(error.reason): \(remedy); rows wait until the database can be written")
  }

  /// Adds a feed before its first event. Its rows are created later, so that a database that does not respond blocks
  /// nothing. Events of a feed without rows are not written.
  package func add(_ feed: WatchStore.Feed, number: Int) {
    state.withLock { state in
      state.feeds[number] = feed
      state.joining.append(Joining(feed: feed, number: number))
    }
  }

  /// Removes a feed after its last events have been written.
  package func remove(_ number: Int) { state.withLock { $0.retired.append(number) } }

  package func take(_ event: WatchEvent) { buffer.put(event) }

  /// Starts to write the events, the states of the feeds of `watch`, and the waiting events of other outputs.
  package func start(_ watch: Watch, queues: [Queue] = []) {
    state.withLock { $0.queues = queues }
    buffer.start { [self] in await write(watch) }
  }

  /// Writes the waiting events and the end of the run, for at most `seconds`.
  package func finish(_ end: BatchRun.End, waitingAtMost seconds: Double = 10) async {
    ending.withLock { $0 = end }
    if !(await buffer.finish(waitingAtMost: seconds, isLeftAlone: true)) {
      buffer.report("does not respond: the latest rows may be missing: check the disk")
    }
  }

  /// Writes the end of a run that has written nothing else.
  package func abandon() async {
    if let store = state.withLock({ $0.opened.take() }) { await close(store, .interrupted) }
  }

  private func close(_ store: WatchStore, _ end: BatchRun.End) async {
    do {
      try await store.end(end)
    } catch {
      buffer.log("\(error)")
    }
  }

  private func write(_ watch: Watch) async {
    var store = state.withLock { $0.opened.take() }
    var pending: [WatchEvent] = []
    var outage = Outage()
    var (lastState, lastRemoval) = (-Double.infinity, -Double.infinity)
    // Whether the database contains the rows for the next watch.
    var isKept = true
    if store == nil { _ = outage.begin() }
    while true {
      let wait = outage.isOn ? outage.wait / .seconds(1) : Self.interval
      let end = await ending.wait(atMost: wait) { $0 }
      let leaving = state.withLock { $0.retired }
      do {
        let isDue = end != nil || MonotonicClock.now - lastState >= Self.stateInterval
        if isDue, let known = store, await known.database.isReplaced() {
          buffer.report("was deleted or replaced: the file is opened again")
          // Errors are ignored, because the file is no longer the database.
          try? await known.database.closing()
          store = nil
        }
        if store == nil {
          store = try await begin([])
          joinAll()
          isKept = false
        }
        repeat {
          if pending.isEmpty { pending = buffer.takeWaiting(Self.batch) }
          // Rows are created after the events are taken, because a feed is added before its first event.
          try await enter(isLast: end != nil, into: &store)
          let rows = rows(after: pending)
          let isChanged = !isKept || rows != state.withLock { $0.kept }
          if !pending.isEmpty || isChanged {
            try await store?.append(
              tags: pending.compactMap { FeedRecord.tag($0) },
              findings: pending.flatMap { FeedRecord.found($0) },
              kept: isChanged ? rows : nil
            )
            state.withLock { $0.kept = rows }
            isKept = true
          }
          buffer.finishAll()
          pending = []
        } while buffer.count > 0
        try await leave(leaving, &store)
        if isDue {
          try await store?.update(watch.snapshot().feeds.map { FeedRecord.row($0) })
          lastState = MonotonicClock.now
        }
        if let longestAge, end == nil, MonotonicClock.now - lastRemoval >= Self.removalInterval,
          try await store?.removeRows(olderThan: longestAge) == false
        {
          lastRemoval = MonotonicClock.now
        }
        if outage.end() { buffer.report("can be written again") }
      } catch {
        let isFirst = outage.begin()
        await fail(error, isFirst: isFirst, &store)
      }
      guard let end else { continue }
      buffer.giveUp(pending.count + buffer.count)
      if let store { await close(store, end) }
      return
    }
  }

  /// Reports an error, and renames a damaged database.
  private func fail(_ error: any Error, isFirst: Bool, _ store: inout WatchStore?) async {
    guard let error = error as? ResultsDatabaseError else { return buffer.log("\(error)") }
    guard error.isDamage, let damaged = store else { return isFirst ? report(error) : () }
    store = nil
    do {
      try await setAside(damaged, error)
    } catch {
      if isFirst { buffer.log("\(error)") }
    }
  }

  /// Creates the rows of new feeds. If another process is writing a feed, its rows are created by a later call.
  private func enter(isLast: Bool, into store: inout WatchStore?) async throws {
    let now = MonotonicClock.now
    for entry in state.withLock({ $0.joining }) where isLast || entry.due <= now {
      do {
        try await store?.add(entry.feed, number: entry.number)
        state.withLock { $0.joining.removeAll { $0.number == entry.number } }
      } catch let error as ResultsDatabaseError where error.code == .cannotLock {
        if entry.due < 0 { buffer.log("\(error)") }
        state.withLock { state in
          let index = state.joining.firstIndex { $0.number == entry.number }
          if let index { state.joining[index].due = now + Self.joinInterval }
        }
      }
    }
  }

  private func leave(_ numbers: [Int], _ store: inout WatchStore?) async throws {
    state.withLock { state in
      for number in numbers { state.feeds[number] = nil }
      state.joining.removeAll { numbers.contains($0.number) }
    }
    for number in numbers { try await store?.remove(number) }
    state.withLock { $0.retired.removeAll { numbers.contains($0) } }
  }
}

extension WatchStore.KeptRow {
  fileprivate init(_ event: WatchEvent, for purpose: String) {
    self.init(input: event.input, purpose: purpose, event: event.json)
  }
}

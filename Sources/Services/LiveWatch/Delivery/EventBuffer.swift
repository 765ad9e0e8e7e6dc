import Synchronization
import System

/// The numbers of a sink's events by result, and the number of waiting events.
package struct DeliveryCounts: Sendable, Equatable {
  package var delivered = 0
  package var failed = 0
  /// The number of events that were dropped because too many were waiting or the watch ended.
  package var dropped = 0
  /// The number of events that wait or are being delivered.
  package var waiting = 0
  /// The time of the oldest event that waits or is being delivered, in Unix seconds; nil if there is none.
  package var oldest: Double?

  package init() {}
}

/// The queue of a sink, and the task that empties it. Adding an event never blocks. When the queue is full, tags are
/// dropped first, then the oldest waiting alarm together with its end, so that receivers rarely get only one of the
/// two.
package final class EventBuffer: Sendable {
  private struct State {
    var events: [WatchEvent] = []
    var underway: [WatchEvent] = []
    var counts = DeliveryCounts()
    /// The dropped alarms that have not ended yet.
    var droppedAlarms: Set<WatchEvent.Pair> = []
    var isClosed = false
    var hasEnded = false
    var isWoken = false
    /// Whether events that still wait at the end are kept for the next watch.
    var isKept = false

    mutating func take(_ count: Int) -> [WatchEvent] {
      let taken = Array(events.prefix(count))
      events.removeFirst(taken.count)
      return taken
    }

    /// Makes room for an event. Returns false if the event itself must be dropped.
    mutating func makeRoom(for event: WatchEvent) -> Bool {
      if let tag = events.firstIndex(where: { $0.kind == .tag }) {
        events.remove(at: tag)
        counts.dropped += 1
        return true
      }
      guard event.kind != .tag else { return false }
      // The end of a delivered alarm is kept as long as possible.
      let known = Set(events.filter(\.isBeginning).compactMap(\.pair))
      let pair = events.lazy.compactMap(\.pair).first { known.contains($0) }
      guard let pair else {
        events.removeFirst()
        counts.dropped += 1
        return true
      }
      let gone = events.filter { $0.pair == pair }
      events.removeAll { $0.pair == pair }
      counts.dropped += gone.count
      if !gone.contains(where: \.isEnd) { droppedAlarms.insert(pair) }
      return true
    }

    /// Whether an event belongs to a dropped alarm.
    mutating func isOrphan(_ event: WatchEvent) -> Bool {
      guard let pair = event.pair, droppedAlarms.contains(pair) else { return false }
      if event.isEnd { droppedAlarms.remove(pair) }
      return true
    }

    /// Begins to deliver the oldest event whose feed has no event underway; nil if there is no such event.
    mutating func begin() -> WatchEvent? {
      let busy = Set(underway.map(\.input))
      guard let index = events.firstIndex(where: { !busy.contains($0.input) }) else { return nil }
      underway.append(events[index])
      return events.remove(at: index)
    }
  }

  private let name: String
  private let capacity: Int
  private let remedy: String
  let log: @Sendable (String) -> Void
  private let state = Shared(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Makes a queue for `capacity` events. `name`, `remedy` and `log` are used for messages about the sink.
  init(
    _ name: String = "",
    capacity: Int,
    remedy: String = "",
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.name, self.capacity, self.remedy, self.log) = (name, capacity, remedy, log)
  }

  func report(_ words: String) { log("\(name): \(words)") }

  /// A message about the events that were dropped or are kept for the next watch; nil if there are no such events.
  var lossWords: String? {
    let (count, kept) = state.read {
      ($0.counts.dropped, $0.isKept ? $0.underway.count + $0.events.count : 0)
    }
    if kept > 0 {
      return kept == 1
        ? "1 event is kept for the next run of 'watch'"
        : "\(kept) events are kept for the next run of 'watch'"
    }
    guard count > 0 else { return nil }
    let events = count == 1 ? "1 event was" : "\(count) events were"
    return "\(events) dropped, because too many were waiting or the watch ended"
  }

  var isClosed: Bool { state.read { $0.isClosed } }

  var count: Int { state.read { $0.events.count } }

  var counts: DeliveryCounts {
    state.read { state in
      var counts = state.counts
      counts.waiting = state.underway.count + state.events.count
      counts.oldest = (state.underway.first ?? state.events.first)?.date
      return counts
    }
  }

  /// Adds an event, unless the queue is closed. Logs a message when an event is dropped for the first time.
  func put(_ event: WatchEvent) {
    let isFirst = state.withLock { state in
      guard !state.isClosed else { return false }
      let before = state.counts.dropped
      if state.isOrphan(event) {
        state.counts.dropped += 1
      } else if state.events.count < capacity {
        state.events.append(event)
      } else if state.makeRoom(for: event), !state.isOrphan(event) {
        state.events.append(event)
      } else {
        state.counts.dropped += 1
      }
      return before == 0 && state.counts.dropped > 0
    }
    if isFirst {
      report("more than \(capacity) events are waiting, so some are dropped: \(remedy)")
    }
  }

  /// The events that have not been delivered, including events that are being delivered.
  var waiting: [WatchEvent] { state.read { $0.underway + $0.events } }

  /// Puts events of an earlier run before all others. After this call, events that still wait at the end are kept for
  /// the next watch.
  func resume(_ events: [WatchEvent]) {
    state.withLock { state in
      state.isKept = true
      state.events = events + state.events
    }
  }

  /// Closes the queue: no more events are added. Waiting events can still be taken, unless they are dropped.
  func close(dropping: Bool = false) {
    state.withLock { state in
      state.isClosed = true
      guard dropping, !state.isKept else { return }
      state.counts.dropped += state.events.count + state.underway.count
      (state.events, state.underway) = ([], [])
    }
  }

  /// Waits for the next event that can be delivered. Events of one feed are delivered one after another, each until
  /// ``finish(_:isDelivered:)``. Nil if the queue is closed and empty, or the task is cancelled.
  func next() async -> WatchEvent? {
    let event = await state.wait { state -> WatchEvent?? in
      if let event = state.begin() { return event }
      return state.isClosed && state.events.isEmpty ? .some(nil) : nil
    }
    return event ?? nil
  }

  func finish(_ event: WatchEvent, isDelivered: Bool) {
    count(delivered: isDelivered ? 1 : 0, failed: isDelivered ? 0 : 1)
    state.withLock { state in
      if let index = state.underway.firstIndex(where: { $0.input == event.input }) {
        state.underway.remove(at: index)
      }
    }
  }

  /// Waits for events and takes at most `count` of them. The result is empty if ``wake()`` ended the wait, and nil if
  /// the queue is closed and empty or the task is cancelled.
  func batch(of count: Int) async -> [WatchEvent]? {
    let taken = await state.wait { state -> [WatchEvent]?? in
      let events = state.take(count)
      defer { state.isWoken = false }
      if !events.isEmpty || state.isWoken { return .some(events) }
      return state.isClosed ? .some(nil) : nil
    }
    return taken ?? nil
  }

  /// Ends the wait of the task that takes events, because the task has other work.
  func wake() { state.withLock { $0.isWoken = true } }

  /// Waits before another attempt to deliver. ``wake()`` and closing the queue end the wait early.
  func pause(for duration: Duration) async {
    _ = await state.wait(atMost: duration / .seconds(1)) { state in
      defer { state.isWoken = false }
      return state.isClosed || state.isWoken ? () : nil
    }
  }

  /// Takes at most `count` waiting events, which count as being delivered until ``finishAll()``.
  func takeWaiting(_ count: Int) -> [WatchEvent] {
    state.withLock { state in
      state.underway = state.take(count)
      return state.underway
    }
  }

  /// Counts all events being delivered as delivered.
  func finishAll() {
    state.withLock { state in
      state.counts.delivered += state.underway.count
      state.underway = []
    }
  }

  func count(delivered: Int = 0, failed: Int = 0) {
    state.withLock { state in
      state.counts.delivered += delivered
      state.counts.failed += failed
    }
  }

  /// Counts and reports events that will not be delivered.
  func giveUp(_ count: Int) {
    self.count(failed: count)
    if count > 0 { report("\(count == 1 ? "1 event was" : "\(count) events were") not written") }
  }

  // MARK: - The task

  /// Starts the task that empties the queue. A task that blocks needs its own `executor`.
  func start(on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async -> Void) {
    task.withLock { task in
      guard task == nil else { return }
      task = Task(executorPreference: executor) { [state] in
        await body()
        withExtendedLifetime(executor) {}
        state.withLock { $0.hasEnded = true }
      }
    }
  }

  /// Closes the queue and waits at most `seconds` for the task to end. After that time, the task is cancelled, and
  /// waiting events that are not kept for the next watch are dropped. If `isLeftAlone` is true, the task is left
  /// running instead, because it can hang without reacting to cancellation.
  /// - Returns: False if the task was still running after that time.
  @discardableResult
  func finish(waitingAtMost seconds: Double, isLeftAlone: Bool = false) async -> Bool {
    close()
    guard let task = task.withLock({ $0 }) else { return true }
    if await state.wait(atMost: seconds, for: { $0.hasEnded ? () : nil }) != nil { return true }
    guard !isLeftAlone else { return false }
    close(dropping: true)
    task.cancel()
    await task.value
    return false
  }

  /// Reports the events that were dropped or are kept for the next watch.
  func reportLoss() { if let lossWords { report("\(lossWords): \(remedy)") } }
}

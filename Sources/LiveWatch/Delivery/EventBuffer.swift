import Synchronization
import System

/// Events that wait for the task of a sink. Adding an event never blocks: without room, tags are dropped first,
/// then the oldest alarm, together with its end: nobody hears of an alarm that does not end, or of the end of an unknown one.
final class EventBuffer: Sendable {
  private struct State {
    var events: [WatchEvent] = []
    /// Events that a task delivers now, at most one of a feed.
    var underway: [WatchEvent] = []
    /// The dropped alarms whose ends have not come yet.
    var droppedAlarms: Set<WatchEvent.Pair> = []
    var dropped = 0
    var isClosed = false
    var isWoken = false
    /// Whether events that wait at the end are kept for the next watch.
    var isKept = false

    mutating func take(_ count: Int) -> [WatchEvent] {
      let taken = Array(events.prefix(count))
      events.removeFirst(taken.count)
      return taken
    }

    /// Makes room for an event. False: it is dropped itself.
    mutating func makeRoom(for event: WatchEvent) -> Bool {
      if let tag = events.firstIndex(where: { $0.kind == .tag }) {
        events.remove(at: tag)
        dropped += 1
        return true
      }
      guard event.kind != .tag else { return false }
      // The end of an alarm that was delivered is kept as long as possible.
      let known = Set(events.filter(\.isBeginning).compactMap(\.pair))
      let pair = events.lazy.compactMap(\.pair).first { known.contains($0) }
      guard let pair else {
        events.removeFirst()
        dropped += 1
        return true
      }
      let gone = events.filter { $0.pair == pair }
      events.removeAll { $0.pair == pair }
      dropped += gone.count
      if !gone.contains(where: \.isEnd) { droppedAlarms.insert(pair) }
      return true
    }

    /// Whether an event belongs to an alarm that was dropped.
    mutating func isOrphan(_ event: WatchEvent) -> Bool {
      guard let pair = event.pair, droppedAlarms.contains(pair) else { return false }
      if event.isEnd { droppedAlarms.remove(pair) }
      return true
    }

    /// Takes the first event of a feed of which no event is underway.
    mutating func begin() -> WatchEvent? {
      let busy = Set(underway.map(\.input))
      guard let index = events.firstIndex(where: { !busy.contains($0.input) }) else { return nil }
      underway.append(events[index])
      return events.remove(at: index)
    }
  }

  private let capacity: Int
  private let state = Shared(State())

  /// Makes a buffer for this many events.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of dropped events, as text; nil when it is 0.
  var lossWords: String? {
    let (count, kept) = state.read {
      ($0.dropped, $0.isKept ? $0.underway.count + $0.events.count : 0)
    }
    if kept > 0 {
      return kept == 1
        ? "1 event waits for the next watch" : "\(kept) events wait for the next watch"
    }
    guard count > 0 else { return nil }
    let events = count == 1 ? "1 event was" : "\(count) events were"
    return "\(events) dropped, since too many waited or the watch ended"
  }

  /// Whether it was closed.
  var isClosed: Bool { state.read { $0.isClosed } }

  /// The number of waiting events.
  var count: Int { state.read { $0.events.count } }

  /// Adds the events that were dropped, and those that wait, to the counts of a sink.
  func count(in counts: inout DeliveryCounts) {
    state.withLock { state in
      counts.dropped += state.dropped
      counts.waiting += state.underway.count + state.events.count
      counts.oldest = counts.oldest ?? (state.underway.first ?? state.events.first)?.date
    }
  }

  /// Adds an event; ignored after ``close(dropping:)``.
  /// - Returns: Whether an event was dropped, for the first time.
  @discardableResult
  func put(_ event: WatchEvent) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let before = state.dropped
      if state.isOrphan(event) {
        state.dropped += 1
      } else if state.events.count < capacity {
        state.events.append(event)
      } else if state.makeRoom(for: event), !state.isOrphan(event) {
        state.events.append(event)
      } else {
        state.dropped += 1
      }
      return before == 0 && state.dropped > 0
    }
  }

  /// The events that are not delivered yet.
  var waiting: [WatchEvent] { state.read { $0.underway + $0.events } }

  /// Puts events of an earlier run before all others. Those that wait at the end are kept for the next watch.
  func resume(_ events: [WatchEvent]) {
    state.withLock { state in
      state.isKept = true
      state.events = events + state.events
    }
  }

  /// Ends the buffer: no events are added after this. Waiting events can still be taken, unless they are
  /// dropped.
  func close(dropping: Bool = false) {
    state.withLock { state in
      state.isClosed = true
      guard dropping, !state.isKept else { return }
      state.dropped += state.events.count + state.underway.count
      (state.events, state.underway) = ([], [])
    }
  }

  /// Waits for the next event that can be delivered: the events of a feed follow one another. It is underway until
  /// ``finish(_:)``. Nil at the end, and when the task is cancelled.
  func next() async -> WatchEvent? {
    let event = await state.wait { state -> WatchEvent?? in
      if let event = state.begin() { return event }
      return state.isClosed && state.events.isEmpty ? .some(nil) : nil
    }
    return event ?? nil
  }

  /// Ends the delivery of an event.
  func finish(_ event: WatchEvent) {
    state.withLock { state in
      if let index = state.underway.firstIndex(where: { $0.input == event.input }) {
        state.underway.remove(at: index)
      }
    }
  }

  /// Waits for events, and takes at most `count`: none after ``wake()``; nil at the end, and when the task is cancelled.
  func batch(of count: Int) async -> [WatchEvent]? {
    let taken = await state.wait { state -> [WatchEvent]?? in
      let events = state.take(count)
      defer { state.isWoken = false }
      if !events.isEmpty || state.isWoken { return .some(events) }
      return state.isClosed ? .some(nil) : nil
    }
    return taken ?? nil
  }

  /// Ends the wait of the task that takes events: it has something else to do.
  func wake() { state.withLock { $0.isWoken = true } }

  /// Waits before another attempt to deliver, until ``wake()`` or the end of the buffer at the latest.
  func pause(for duration: Duration) async {
    _ = await state.wait(atMost: duration / .seconds(1)) { $0.isClosed || $0.isWoken ? () : nil }
  }

  /// Takes at most this many of the events that wait.
  func takeWaiting(_ count: Int) -> [WatchEvent] { state.withLock { $0.take(count) } }
}

/// The task that empties the buffer of a sink.
final class SinkTask: Sendable {
  private let buffer: EventBuffer
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let hasEnded = Shared(false)

  init(_ buffer: EventBuffer) { self.buffer = buffer }

  /// Starts `body`, on this executor if it blocks.
  func start(on executor: (any TaskExecutor)? = nil, _ body: @escaping @Sendable () async -> Void) {
    task.withLock { task in
      guard task == nil else { return }
      task = Task(executorPreference: executor) { [hasEnded] in
        await body()
        withExtendedLifetime(executor) {}
        hasEnded.withLock { $0 = true }
      }
    }
  }

  /// Closes the buffer, and waits for the end of the task. After this many seconds the events that wait are dropped, and the
  /// task is cancelled. One that may hang where nothing can end it is left alone instead (`isLeftAlone`).
  /// - Returns: Whether it ended by itself.
  @discardableResult
  func finish(waitingAtMost seconds: Double, isLeftAlone: Bool = false) async -> Bool {
    buffer.close()
    guard let task = task.withLock({ $0 }) else { return true }
    if await hasEnded.wait(atMost: seconds, for: { $0 ? () : nil }) != nil { return true }
    guard !isLeftAlone else { return false }
    buffer.close(dropping: true)
    task.cancel()
    await task.value
    return false
  }
}

import Synchronization
import System

/// Events that wait for the task of a sink. Adding an event never blocks: without room, tags are dropped first,
/// then the oldest of the other events.
final class EventBuffer: Sendable {
  private struct State {
    var events: [WatchEvent] = []
    var dropped = 0
    var isClosed = false
    var isWoken = false

    mutating func take(_ count: Int) -> [WatchEvent] {
      let taken = Array(events.prefix(count))
      events.removeFirst(taken.count)
      return taken
    }
  }

  private let capacity: Int
  private let state = Shared(State())

  /// Makes a buffer for this many events.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of dropped events.
  var dropped: Int { state.withLock { $0.dropped } }

  /// The number of dropped events, as text; nil when it is 0.
  var lossWords: String? {
    let count = dropped
    guard count > 0 else { return nil }
    let events = count == 1 ? "1 event was" : "\(count) events were"
    return "\(events) dropped, since too many waited or the watch ended"
  }

  /// Whether it was closed.
  var isClosed: Bool { state.read { $0.isClosed } }

  /// The number of waiting events.
  var count: Int { state.withLock { $0.events.count } }

  /// Adds an event; ignored after ``close(dropping:)``.
  func put(_ event: WatchEvent) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.events.count >= capacity {
        state.dropped += 1
        let oldestTag = state.events.firstIndex { $0.kind == .tag }
        if oldestTag == nil, event.kind == .tag { return }
        state.events.remove(at: oldestTag ?? 0)
      }
      state.events.append(event)
    }
  }

  /// Ends the buffer: no events are added after this. Waiting events can still be taken, unless they are
  /// dropped.
  func close(dropping: Bool = false) {
    state.withLock { state in
      state.isClosed = true
      guard dropping else { return }
      state.dropped += state.events.count
      state.events = []
    }
  }

  /// Waits for the next event; nil at the end, and when the task is cancelled.
  func next() async -> WatchEvent? { await batch(of: 1)?.first }

  /// Waits for events, and takes at most this many: none after ``wake()``; nil at the end, and when the task is cancelled.
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

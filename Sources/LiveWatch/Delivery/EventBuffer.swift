import System

/// Events that wait for one consumer. Adding an event never blocks: without room, tags are dropped first,
/// then the oldest of the other events.
final class EventBuffer: Sendable {
  /// The result of waiting for an event.
  enum Next: Sendable {
    case event(WatchEvent)
    /// No event arrived within the timeout.
    case nothing
    /// The buffer is closed and empty.
    case end
  }

  private struct State {
    var events: [WatchEvent] = []
    var dropped = 0
    var isClosed = false
    /// The task that waits in `next()`.
    var waiter: CheckedContinuation<Void, Never>?

    mutating func wakeWaiter() {
      waiter?.resume()
      waiter = nil
    }
  }

  private let capacity: Int
  private let monitor = Monitor(State())

  /// Makes a buffer for this many events.
  init(capacity: Int) { self.capacity = capacity }

  /// The number of dropped events.
  var dropped: Int { monitor.withLock { $0.dropped } }

  /// The number of dropped events, as text; nil when it is 0.
  var lossWords: String? {
    let count = dropped
    guard count > 0 else { return nil }
    let events = count == 1 ? "1 event was" : "\(count) events were"
    return "\(events) dropped, since too many waited or the watch ended"
  }

  /// The number of waiting events.
  var count: Int { monitor.withLock { $0.events.count } }

  /// Adds an event; ignored after ``close(dropping:)``.
  func put(_ event: WatchEvent) {
    monitor.withLock { state in
      guard !state.isClosed else { return }
      if state.events.count >= capacity {
        state.dropped += 1
        let oldestTag = state.events.firstIndex { $0.kind == .tag }
        if oldestTag == nil, event.kind == .tag { return }
        state.events.remove(at: oldestTag ?? 0)
      }
      state.events.append(event)
      state.wakeWaiter()
    }
  }

  /// Ends the buffer: no events are added after this. Waiting events can still be taken, unless they are
  /// dropped.
  func close(dropping: Bool = false) {
    monitor.withLock { state in
      state.isClosed = true
      state.wakeWaiter()
      guard dropping else { return }
      state.dropped += state.events.count
      state.events = []
    }
  }

  /// The next event; waits at most this many seconds.
  func next(waitingAtMost seconds: Double) -> Next {
    monitor.wait(atMost: seconds) { state -> Next? in
      if !state.events.isEmpty { return .event(state.events.removeFirst()) }
      return state.isClosed ? .end : nil
    } ?? .nothing
  }

  /// The next event; nil at the end. For one task at a time; it does not block a thread while it waits.
  func next() async -> WatchEvent? {
    while true {
      switch next(waitingAtMost: 0) {
      case .event(let event): return event
      case .end: return nil
      case .nothing: break
      }
      await withCheckedContinuation { continuation in
        let isReady = monitor.withLock { state in
          guard state.events.isEmpty, !state.isClosed else { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    }
  }

  /// All waiting events, at most this many; empty at the end, and when no event arrived within this many
  /// seconds.
  func batch(of count: Int, waitingAtMost seconds: Double) -> (events: [WatchEvent], isEnd: Bool) {
    monitor.wait(atMost: seconds) { state -> (events: [WatchEvent], isEnd: Bool)? in
      guard !state.events.isEmpty else { return state.isClosed ? ([], true) : nil }
      let batch = Array(state.events.prefix(count))
      state.events.removeFirst(batch.count)
      return (batch, false)
    } ?? ([], false)
  }
}

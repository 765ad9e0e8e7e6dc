import Synchronization

/// The state of one feed, which its reader, its playlists and the clock change. Each feed has its own lock.
final class FeedMonitor: Sendable {
  private let state: Mutex<FeedState>
  private let clock: WatchClock
  private let emit: @Sendable (WatchEvent) -> Void

  /// Makes a monitor of a feed that was not read yet. `emit` receives its events and must not block.
  init(_ state: FeedState, clock: WatchClock, emit: @escaping @Sendable (WatchEvent) -> Void) {
    self.state = Mutex(state)
    self.clock = clock
    self.emit = emit
  }

  /// The current state.
  func snapshot() -> FeedSnapshot {
    let now = clock.now
    return state.withLock { FeedSnapshot($0, now: now) }
  }

  /// Changes the state under the lock, so that events are emitted in the order in which they occur.
  @discardableResult
  func change<Result: Sendable>(
    _ body: (inout FeedState, FeedState.Moment) -> Result
  ) -> Result {
    let moment = clock.moment
    return state.withLock { state in
      let result = body(&state, moment)
      for event in state.events.take() { emit(event) }
      return result
    }
  }
}

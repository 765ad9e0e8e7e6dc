import Synchronization
import System

/// Protects the state of one feed with a lock. The reader, reloads of playlists and regular checks change the state.
final class FeedMonitor: Sendable {
  private let state: Mutex<FeedState>
  private let isTap: Bool
  private let clock: any TaskClock
  private let emit: @Sendable (WatchEvent) -> Void

  /// Makes a monitor of a feed that has not been read yet. `emit` receives its events and must not block.
  init(_ state: FeedState, clock: any TaskClock, emit: @escaping @Sendable (WatchEvent) -> Void) {
    isTap = state.tap != nil
    self.state = Mutex(state)
    self.clock = clock
    self.emit = emit
  }

  func snapshot() -> FeedSnapshot {
    let now = clock.now
    return state.withLock { FeedSnapshot($0, now: now) }
  }

  /// Records the position of a tap without segments; other feeds are ignored. `position` returns presentation seconds.
  func reach(_ position: () -> Double?) {
    guard isTap else { return }
    let now = clock.now
    state.withLock { state in
      if state.tap?.isDue(at: now) == true, let seconds = position() { state.tap?.reach(seconds) }
    }
  }

  /// Changes the state under the lock, so that events are emitted in the order in which they occur.
  @discardableResult
  func change<Result: Sendable>(
    _ body: (inout FeedState, FeedState.Moment) -> Result
  ) -> Result {
    let moment = FeedState.Moment(clock)
    return state.withLock { state in
      let result = body(&state, moment)
      for event in state.events.take() { emit(event) }
      return result
    }
  }
}

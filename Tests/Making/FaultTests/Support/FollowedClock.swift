import Presentation
import System

/// A clock that waits until all followers wait, and then advances to the earliest time that one of them waits for. At
/// the end of the channel it no longer waits, because followers that have seen the end do not wait again.
final class FollowedClock: LiveClock {
  private struct State {
    var now: Double
    var awaited: [Double] = []

    mutating func forget(_ time: Double) {
      if let index = awaited.firstIndex(of: time) { awaited.remove(at: index) }
    }
  }

  private let state: Shared<State>
  private let end: Double
  private let followers: Int

  /// Starts at `now`, for a number of followers.
  init(now: Double, end: Double, followers: Int) {
    state = Shared(State(now: now))
    self.end = end
    self.followers = followers
  }

  var now: Double { state.withLock { $0.now } }

  func sleep(until time: Double) async {
    state.withLock { state in
      state.awaited.append(time)
      guard state.awaited.count == followers, let next = state.awaited.min() else { return }
      state.now = max(state.now, next)
    }
    let isOver = await state.wait { state -> Bool? in
      guard state.now >= time || state.now >= end else { return nil }
      state.forget(time)
      return true
    }
    // At its end nothing waits for the clock, and other tasks need the thread.
    await Task.yield()
    // A cancelled task no longer waits.
    if isOver == nil { state.withLock { $0.forget(time) } }
  }
}

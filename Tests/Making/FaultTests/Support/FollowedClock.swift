import System

/// A clock that advances when all followers wait, to the earliest time that one of them awaits. After the end of the
/// channel no follower waits, because those that have seen the end never wait again.
final class FollowedClock: TaskClock {
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

  /// Creates a clock that starts at `now` (Unix seconds) for a number of followers.
  init(now: Double, end: Double, followers: Int) {
    state = Shared(State(now: now))
    self.end = end
    self.followers = followers
  }

  var now: Double { state.withLock { $0.now } }

  var unixTime: Double { now }

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
    // After the end nothing waits for the clock: give other tasks the thread.
    await Task.yield()
    // A cancelled task no longer waits.
    if isOver == nil { state.withLock { $0.forget(time) } }
  }
}

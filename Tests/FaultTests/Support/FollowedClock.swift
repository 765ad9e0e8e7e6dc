import Presentation
import System

/// A clock that stops until all followers wait, and then shows the first time that one waits for. At
/// the end of the channel it no longer stops, since followers that have seen the end do not wait again.
final class FollowedClock: LiveClock {
  private struct State {
    var now: Double
    var awaited: [Double] = []
  }

  private let state: Monitor<State>
  private let end: Double
  private let followers: Int

  /// A clock at `now` for this many threads that wait for it.
  init(now: Double, end: Double, followers: Int) {
    state = Monitor(State(now: now))
    self.end = end
    self.followers = followers
  }

  var now: Double { state.withLock { $0.now } }

  func delay(until time: Double) -> Double {
    state.withLock { state in
      state.awaited.append(time)
      guard state.awaited.count == followers, let next = state.awaited.min() else { return }
      state.now = max(state.now, next)
    }
    state.wait { state -> Bool? in
      guard state.now >= time || state.now >= end else { return nil }
      if let index = state.awaited.firstIndex(of: time) { state.awaited.remove(at: index) }
      return true
    }
    return 0
  }
}

import Synchronization

/// Wakes live followers when pings were stored. It passes no pings: each follower reads its new ones
/// from the database, so that nothing accumulates for a slow one.
final class ArrivalHub: Sendable {
  private struct State {
    var newest: Int64
    var followers: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
    var isClosed = false
  }

  private let limit: Int
  private let state: Mutex<State>

  /// `newest` is the newest ping; `limit` how many may follow at the same time.
  init(newest: Int64, limit: Int) {
    self.limit = limit
    state = Mutex(State(newest: newest))
  }

  var newest: Int64 { state.withLock { $0.newest } }

  /// The number of followers.
  var followers: Int { state.withLock { $0.followers.count } }

  /// Pings up to `newest` were stored.
  func publish(_ newest: Int64) {
    state.withLock { $0.newest = newest }
    wake()
  }

  /// Wakes all followers, though nothing may be new.
  func wake() {
    let followers = state.withLock { Array($0.followers.values) }
    for follower in followers { follower.yield() }
  }

  /// Ends all followers, and accepts no new ones.
  func close() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      state.isClosed = true
      return Array(state.followers.values)
    }
    for follower in followers { follower.finish() }
  }

  /// Wakes a new follower: once at first, then for all pings since its last read. Nil when too many
  /// follow.
  func follow() -> AsyncStream<Void>? {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state -> Int? in
      guard !state.isClosed, state.followers.count < limit else { return nil }
      state.next += 1
      state.followers[state.next] = continuation
      return state.next
    }
    guard let number else { return nil }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.followers[number] = nil }
    }
    continuation.yield()
    return stream
  }
}

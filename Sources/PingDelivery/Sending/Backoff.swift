import NielsenAppApi

/// How long to wait after attempts that failed: 1 s doubling to 300 s, and up to a fifth more, so
/// that senders that failed together do not come back together.
struct Backoff: Sendable {
  /// The first wait in milliseconds.
  static let first: Int64 = 1000
  /// The longest wait, before the random part, in milliseconds. Collectors cannot ask for more.
  static let longest: Int64 = 300_000

  private let random: RandomSource
  /// How many attempts failed since the last that did not.
  private(set) var failures = 0

  init(random: RandomSource) { self.random = random }

  /// Begins anew after an attempt that did not fail.
  mutating func reset() { failures = 0 }

  /// Counts a failed attempt; gives the wait before the next one in milliseconds. `asked` is what
  /// the collector asked for.
  mutating func next(asked: Int64?) -> Int64 {
    // 2^9 s is beyond the longest wait.
    let wait = min(Self.first << Int64(min(failures, 9)), Self.longest)
    failures += 1
    let extra = random.number(below: UInt64(wait / 5 + 1))
    return max(wait + Int64(extra), min(asked ?? 0, Self.longest))
  }
}

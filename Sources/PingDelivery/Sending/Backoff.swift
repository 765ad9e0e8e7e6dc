import NielsenAppApi

/// How long to wait after attempts that failed: 1 s doubling to 300 s, unless told otherwise, and up to
/// a fifth more, so that senders that failed together do not come back together.
struct Backoff: Sendable {
  /// The first wait in milliseconds, 1 to 86,400,000.
  private let first: Int64
  /// The longest wait, before the random part, in milliseconds. Collectors cannot ask for more.
  private let longest: Int64
  private let random: RandomSource
  /// How many attempts failed since the last that did not.
  private(set) var failures = 0

  init(first: Int64 = 1000, longest: Int64 = 300_000, random: RandomSource) {
    self.first = min(max(1, first), Self.day)
    self.longest = min(max(1, longest), Self.day)
    self.random = random
  }

  private static let day: Int64 = 86_400_000

  /// Begins anew after an attempt that did not fail.
  mutating func reset() { failures = 0 }

  /// Counts a failed attempt; gives the wait before the next one in milliseconds. `asked` is what
  /// the collector asked for.
  mutating func next(asked: Int64?) -> Int64 {
    // 2^27 ms are more than a day.
    let wait = min(first << Int64(min(failures, 27)), longest)
    failures += 1
    let extra = random.number(below: UInt64(wait / 5 + 1))
    return max(wait + Int64(extra), min(asked ?? 0, longest))
  }
}

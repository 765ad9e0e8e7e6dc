import HTTP
import NielsenAppApi

/// How long to wait after attempts that failed: 1 s doubling to 300 s, unless the settings say otherwise,
/// and up to a fifth more, so that senders that failed together do not come back together.
struct SendingDelays: Sendable {
  private let backoff: Backoff
  private let random: RandomSource
  /// How many attempts failed since the last that did not.
  private(set) var failures = 0

  /// The delays of one sender.
  ///
  /// - Parameters:
  ///   - first: The first wait in milliseconds; made 1 to a day.
  ///   - longest: The longest wait in milliseconds, before the random part; made 1 to a day. Collectors
  ///     cannot ask for more.
  ///   - random: Where the random parts come from.
  init(first: Int64 = 1000, longest: Int64 = 300_000, random: RandomSource) {
    let day: Int64 = 86_400_000
    backoff = Backoff(
      first: .milliseconds(min(max(1, first), day)),
      longest: .milliseconds(min(max(1, longest), day)),
      jitter: 1...1.2
    )
    self.random = random
  }

  /// Starts over after an attempt that did not fail.
  mutating func reset() { failures = 0 }

  /// Counts a failed attempt; gives the wait before the next one in milliseconds. `asked` is what
  /// the collector asked for.
  mutating func next(asked: Int64?) -> Int64 {
    failures += 1
    let part = Double(random.number(below: 1 << 20)) / Double(1 << 20)
    let wait = Int64(backoff.wait(after: failures, random: part) / .milliseconds(1))
    return max(wait, min(asked ?? 0, Int64(backoff.longest / .milliseconds(1))))
  }
}

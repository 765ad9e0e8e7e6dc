import HTTP

/// Whether an output works, and when a failing output is tried again: after 1, 2, 4 … 60 s. The beginning and end of an
/// outage are reported, but not the failures between them.
struct Outage: Sendable {
  private let backoff: Backoff
  private var failures = 0

  /// Makes a value for a working output. `first` is the number of seconds before the second attempt.
  init(first: Double = 1) {
    backoff = Backoff(first: .seconds(first), longest: .seconds(60), jitter: 1...1)
  }

  /// Whether the last attempt failed.
  var isOn: Bool { failures > 0 }

  var wait: Duration { backoff.wait(after: failures, random: 0) }

  /// Counts a failed attempt. Returns whether it begins an outage.
  mutating func begin() -> Bool {
    failures += 1
    return failures == 1
  }

  /// Counts a successful attempt. Returns whether it ends an outage.
  mutating func end() -> Bool {
    defer { failures = 0 }
    return isOn
  }
}

import Glibc

/// The inputs of fetching other than the network.
struct HTTPEnvironment: Sendable {
  /// Unix milliseconds: what a server's dates are compared with.
  var now: @Sendable () -> Int64
  /// 0..<1: the jitter of retries.
  var random: @Sendable () -> Double
  /// Calls back on any thread after a time; called on that of the network.
  var wait: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  /// For tests: where to connect to in the place of what URLs say; see `TransferSettings`.
  var destinations: [String] = []

  /// The machine's clock and generator.
  static var system: HTTPEnvironment {
    HTTPEnvironment(
      now: { Int64(time(nil)) * 1000 },
      random: { .random(in: 0..<1) },
      wait: { delay, body in TransferLoop.shared.after(delay, body) }
    )
  }
}

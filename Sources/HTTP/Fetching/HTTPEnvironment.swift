import Glibc

/// The inputs of fetching other than the network.
struct HTTPEnvironment: Sendable {
  /// Unix milliseconds: what a server's dates are compared with.
  var now: @Sendable () -> Int64
  /// 0..<1: the jitter of retries.
  var random: @Sendable () -> Double
  /// Waits between attempts.
  var wait: @Sendable (Duration) async throws -> Void
  /// For tests: where to connect to in the place of what URLs say; see `TransferSettings`.
  var destinations: [String] = []

  /// The machine's clock and generator.
  static var system: HTTPEnvironment {
    HTTPEnvironment(
      now: { Int64(time(nil)) * 1000 },
      random: { .random(in: 0..<1) },
      wait: { try await Task.sleep(for: $0) }
    )
  }
}

import NIOCore

/// What fetching takes from the world beside the network.
struct HTTPEnvironment: Sendable {
  /// Unix seconds: when cookies expire.
  var now: @Sendable () -> Int64
  /// 0..<1: the jitter of retries.
  var random: @Sendable () -> Double
  /// Calls back on the event loop after a time.
  var wait: @Sendable (Duration, any EventLoop, @escaping @Sendable () -> Void) -> Void

  /// The machine's clock and generator.
  static var system: HTTPEnvironment {
    HTTPEnvironment(
      now: { SystemTime.now },
      random: { .random(in: 0..<1) },
      wait: { delay, eventLoop, body in eventLoop.scheduleTask(in: TimeAmount(delay), body) }
    )
  }
}

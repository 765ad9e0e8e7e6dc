import Glibc

/// The clocks of the system.
public enum CollectorClock {
  /// Milliseconds since 1970.
  @Sendable public static func now() -> Int64 { milliseconds(of: CLOCK_REALTIME) }

  /// Milliseconds of a clock that nobody sets.
  @Sendable static func uptime() -> Int64 { milliseconds(of: CLOCK_MONOTONIC) }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

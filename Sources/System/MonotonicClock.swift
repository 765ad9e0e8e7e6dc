import Glibc

/// A clock that is never set. It counts from some moment in the past.
package enum MonotonicClock {
  /// Seconds.
  package static var now: Double {
    let time = reading
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  package static var nanoseconds: Int64 {
    let time = reading
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static var reading: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }
}

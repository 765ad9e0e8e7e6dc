import Glibc

/// The time of day and the name of the process, from the operating system.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static func milliseconds() -> Int64 {
    let time = timespec(of: CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds since 1970.
  package static func seconds() -> Double {
    let time = timespec(of: CLOCK_REALTIME)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The last path component of the running program.
  package static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A clock that is never adjusted, with an arbitrary start.
package enum MonotonicClock {
  /// Seconds since the start of the clock.
  package static var now: Double {
    let time = timespec(of: CLOCK_MONOTONIC)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  package static var nanoseconds: Int64 {
    let time = timespec(of: CLOCK_MONOTONIC)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension timespec {
  /// The time of a clock of the system.
  fileprivate init(of clock: clockid_t) {
    self.init()
    clock_gettime(clock, &self)
  }
}

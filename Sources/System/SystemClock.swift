#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Facts that only the operating system has.
package enum SystemClock {
  /// Milliseconds since 1970.
  package static func milliseconds() -> Int64 {
    let time = reading
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Seconds since 1970.
  package static func seconds() -> Double {
    let time = reading
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var reading: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }

  /// The last path component of the running program.
  package static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

import Glibc

/// The clocks by which a task measures and waits. Tests replace those of the operating system.
package protocol TaskClock: Sendable {
  /// Seconds of a monotonic clock since an arbitrary moment.
  var now: Double { get }

  /// The time of day, in Unix seconds. It changes when the clock of the machine is set.
  var unixTime: Double { get }

  /// Waits until `now` is at least `time`, or until the task is cancelled.
  func sleep(until time: Double) async
}

/// The clocks of the operating system, and the name of the process.
package struct SystemClock: TaskClock {
  package init() {}

  package var now: Double { MonotonicClock.now }

  package var unixTime: Double { Self.seconds() }

  package func sleep(until time: Double) async {
    let delay = time - now
    guard delay > 0 else { return }
    // A cancelled task ends the sleep early; the caller checks for cancellation.
    try? await Task.sleep(for: .seconds(min(delay, 31_536_000)))
  }

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

  /// The last component of the path in `argv[0]`.
  package static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

/// A clock that is never set, with an arbitrary start.
package enum MonotonicClock {
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
  fileprivate init(of clock: clockid_t) {
    self.init()
    clock_gettime(clock, &self)
  }
}

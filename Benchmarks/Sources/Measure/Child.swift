import Glibc

/// One run of a program whose output is discarded.
struct Child {
  /// The time and memory that a run took.
  struct Cost {
    /// Seconds from start to end.
    var wall: Double
    /// Seconds of processor time, in user and kernel mode.
    var processor: Double
    /// The peak resident memory, in bytes.
    var peakMemory: Int
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  let arguments: [String]

  func run() throws -> Cost {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var strings = arguments.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }

    let start = Self.now()
    var id: pid_t = 0
    guard posix_spawnp(&id, arguments[0], &actions, nil, &strings, environ) == 0 else {
      throw Failure(description: "\(arguments[0]) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(id, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw Failure(description: "\(arguments[0]) was lost") }
    }
    let wall = Self.now() - start
    guard status == 0 else {
      throw Failure(description: "\(arguments.joined(separator: " ")) failed with status \(status)")
    }
    // ru_maxrss counts KiB.
    return Cost(
      wall: wall,
      processor: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peakMemory: usage.ru_maxrss * 1024
    )
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

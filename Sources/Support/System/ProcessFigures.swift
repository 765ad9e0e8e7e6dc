import Formats
import Glibc

/// The memory, processor time and limits of a process.
package struct ProcessFigures: Sendable {
  package var residentBytes: Int64
  package var processorSeconds: Double
  /// The start of the process, in Unix seconds.
  package var startTime: Double
  package var openFiles: Int
  package var mostOpenFiles: UInt64

  /// The figures of this process; nil if the system does not provide them.
  package static func current() -> ProcessFigures? {
    guard let pages = text("statm")?.split(separator: " ").dropFirst().first,
      let count = Int64(pages), let files = openFiles()
    else { return nil }
    var (usage, limit) = (rusage(), rlimit())
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0,
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    else { return nil }
    let times = [usage.ru_utime, usage.ru_stime]
    return ProcessFigures(
      residentBytes: count * Int64(sysconf(Int32(_SC_PAGESIZE))),
      processorSeconds: times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 },
      startTime: startTime,
      openFiles: files,
      mostOpenFiles: UInt64(limit.rlim_cur)
    )
  }

  /// The start time in Unix seconds, computed once because clocks drift. Field 22 of `/proc/[pid]/stat` (proc(5)) is
  /// the start in ticks after boot.
  private static let startTime: Double = {
    let now = SystemClock.seconds()
    var sinceBoot = timespec()
    // The command name, in parentheses, may contain blanks.
    guard let text = text("stat"), let end = text.lastIndex(of: ")"),
      case let fields = text[end...].split(separator: " "), fields.count > 20,
      let ticks = Double(fields[20]), clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0
    else { return now }
    let age =
      Double(sinceBoot.tv_sec) + Double(sinceBoot.tv_nsec) / 1e9
      - ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    return now - max(0, age)
  }()

  /// The first bytes of a file in `/proc/self`, as text.
  private static func text(_ name: String) -> String? {
    let descriptor = open("/proc/self/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private static func openFiles() -> Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Excludes ".", ".." and the descriptor of the folder itself.
    return count - 3
  }
}

extension PrometheusText {
  /// Writes the figures as the standard Prometheus metrics of a process.
  package mutating func write(_ process: ProcessFigures) {
    write(
      "process_resident_memory_bytes",
      "Resident memory size in bytes.",
      .gauge,
      String(process.residentBytes)
    )
    write(
      "process_cpu_seconds_total",
      "Total user and system CPU time spent in seconds.",
      .counter,
      Decimals.seconds(process.processorSeconds) ?? "0"
    )
    write(
      "process_start_time_seconds",
      "Start time of the process since unix epoch in seconds.",
      .gauge,
      Decimals.seconds(process.startTime) ?? "0"
    )
    write("process_open_fds", "Number of open file descriptors.", .gauge, String(process.openFiles))
    write(
      "process_max_fds",
      "Maximum number of open file descriptors.",
      .gauge,
      String(process.mostOpenFiles)
    )
  }
}

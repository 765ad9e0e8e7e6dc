import Glibc
import Synchronization
import System

/// Finds the processes that a command has started, in any process group or session: they inherit an
/// environment variable, which proc(5) shows. Processes that clear their environment are not found.
struct ProcessMark {
  /// The name of the variable.
  static let name = "ID3TAP_RUN"

  /// The value of the variable, unique to this command.
  let value: String

  private static let count = Atomic<Int>(0)
  /// The most bytes of an environment that are read; the kernel does not allow much longer ones.
  private static let longestEnvironment = 4 << 20

  init() {
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    // An earlier watch with the same process ID can have left processes.
    value = "\(getpid())-\(SystemClock.milliseconds() / 1000)-\(number)"
  }

  var processes: [pid_t] {
    let text = Array("\(Self.name)=\(value)".utf8)
    return NumberedFiles.numbers(in: "/proc").filter { process in
      Self.environment(of: process).split(separator: 0).contains { $0.elementsEqual(text) }
    }
  }

  /// The variables that a process was started with, each with a 0 at its end; empty for a process that is
  /// gone or belongs to another user.
  private static func environment(of process: pid_t) -> [UInt8] {
    let file = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < longestEnvironment {
      let count = read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}

/// Directories of the kernel whose entries are numbers: `/proc`, `/proc/self/fd`.
enum NumberedFiles {
  /// The numbers in a directory; empty when it cannot be read.
  static func numbers(in path: String) -> [Int32] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var numbers: [Int32] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int32(name) { numbers.append(number) }
    }
    return numbers
  }
}

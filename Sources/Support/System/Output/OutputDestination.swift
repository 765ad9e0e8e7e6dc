import Glibc
import Synchronization

/// The destination of results: standard output, an open descriptor, a device, or a file that gets its name only after
/// it is complete.
package final class OutputDestination {
  /// The number of buffered bytes at which the buffer is written.
  private static let bufferSize = 256 * 1024

  /// The name in messages: the path of the file, `standard output`, or the name given to ``opened(_:name:)``.
  package let name: String
  package let descriptor: Int32

  private let replacement: FileReplacement?
  private var buffer: [UInt8] = []
  /// The error of `flushEarly`, which the next `flush` throws.
  private var postponed: OutputError?

  private init(name: String, descriptor: Int32, replacement: FileReplacement?) {
    self.name = name
    self.descriptor = descriptor
    self.replacement = replacement
    buffer.reserveCapacity(Self.bufferSize)
  }

  package static func standardOutput() -> OutputDestination {
    OutputDestination(name: "standard output", descriptor: STDOUT_FILENO, replacement: nil)
  }

  /// A file as the destination. An existing regular file keeps its content until `commit`; a device or a named pipe is
  /// written directly.
  package static func file(_ path: String) throws(OutputError) -> OutputDestination {
    if FileReplacement.isSpecial(path) {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw OutputError(.cannotCreate, destination: path, systemError: errno)
      }
      return OutputDestination(name: path, descriptor: descriptor, replacement: nil)
    }
    let replacement = try FileReplacement(of: path)
    return OutputDestination(
      name: path,
      descriptor: replacement.descriptor,
      replacement: replacement
    )
  }

  /// Opens a file for appending, and creates it if it is missing. Returns its descriptor, for ``opened(_:name:)``.
  package static func openForAppending(_ path: String) throws(OutputError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw OutputError(.cannotCreate, destination: path, systemError: errno)
    }
    return descriptor
  }

  /// A destination whose descriptor is already open and stays open.
  package static func opened(_ descriptor: Int32, name: String) -> OutputDestination {
    OutputDestination(name: name, descriptor: descriptor, replacement: nil)
  }

  /// Whether the last line of a file is incomplete, for example after a crash or because the disk was full.
  package static func endsInLine(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      return false
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  /// The number of buffered bytes.
  package var waitingCount: Int { buffer.count }

  /// Lets `body` append bytes, and writes the buffer when it is full.
  package func append(_ body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes the buffer before it is full. An error is kept and thrown by the next `flush`.
  package func flushEarly() {
    guard postponed == nil else { return }
    do throws(OutputError) { try flush() } catch { postponed = error }
  }

  /// Writes the buffer. Bytes left unwritten because of an error are written by the next call.
  package func flush() throws(OutputError) {
    if let postponed {
      self.postponed = nil
      throw postponed
    }
    var written = 0
    defer {
      if written == buffer.count {
        buffer.removeAll(keepingCapacity: true)
      } else {
        buffer.removeFirst(written)
      }
    }
    while written < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        write(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
      }
      if count > 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw OutputError(.readerGone, destination: name, systemError: EPIPE)
      default: throw OutputError(.cannotWrite, destination: name, systemError: errno)
      }
    }
  }

  /// Writes the buffer, and gives a file its final name.
  package func commit() throws(OutputError) {
    try flush()
    try replacement?.commit()
  }

  /// Waits until the descriptor can be written to. A pipe that another process has made non-blocking returns EAGAIN.
  private func waitUntilWritable() {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    Glibc.poll(&poll, 1, -1)
  }
}

/// A new file in the folder of the file that it replaces on `commit`. It is removed if it is never committed.
final class FileReplacement {
  let descriptor: Int32

  private let path: String
  private let target: String
  private let temporary: String
  private var isCommitted = false

  /// The number of new files made by this process, which makes their temporary names unique.
  private static let count = Atomic<Int>(0)

  /// Creates the new file in the folder of the file at `path`. A symbolic link is followed, so that it is kept.
  init(of path: String) throws(OutputError) {
    let target = Self.resolved(path) ?? path
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let temporary = "\(folder).id3tap-\(getpid())-\(number).tmp"
    var old = stat()
    let exists = stat(target, &old) == 0
    // A killed earlier run with the same process id may have left a file of this name.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw OutputError(.cannotCreate, destination: path, systemError: errno)
    }
    if exists { fchmod(descriptor, old.st_mode & 0o7777) }
    self.path = path
    self.target = target
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if !isCommitted { unlink(temporary) }
  }

  /// Whether the path exists and is not a regular file, such as `/dev/null`.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  func commit() throws(OutputError) {
    guard rename(temporary, target) == 0 else {
      throw OutputError(.cannotCreate, destination: path, systemError: errno)
    }
    isCommitted = true
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Properties of the terminal behind a file descriptor.
package enum TerminalDescriptor {
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether `TERM` is `dumb`: a terminal that cannot move its cursor.
  package static var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }
}

extension OutputDestination {
  /// Whether the results are written to a terminal.
  package var isTerminal: Bool { TerminalDescriptor.isTerminal(descriptor) }
}

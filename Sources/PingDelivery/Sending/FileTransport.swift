import Glibc
import Synchronization
import System

/// Writes pings into a file, one URL a line.
final class FileTransport: PingTransport {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  init(path: String) { self.path = path }

  func send(_ url: String) async -> TransportAnswer {
    do {
      try write(url + "\n")
      return .received
    } catch {
      return .noAnswer(reason: "offline", explanation: "\(error)")
    }
  }

  func close() async { closeFile() }

  private func closeFile() {
    descriptor.withLock { descriptor in
      if let descriptor { Glibc.close(descriptor) }
      descriptor = nil
    }
  }

  deinit { closeFile() }

  /// Appends a line, which is on disk afterwards: the queue forgets the ping.
  private func write(_ line: String) throws {
    try descriptor.withLock { descriptor in
      let file = try descriptor ?? openFile()
      descriptor = file
      do {
        try append(Array(line.utf8), to: file)
      } catch {
        // The next attempt opens it again and does not append to half a line.
        Glibc.close(file)
        descriptor = nil
        throw error
      }
    }
  }

  private func append(_ bytes: [UInt8], to file: Int32) throws {
    guard DescriptorWriter.write(bytes, to: file) else { throw SystemError("cannot write \(path)") }
    // Pipes and terminals are not on a disk.
    guard fdatasync(file) == 0 || errno == EINVAL || errno == EROFS else {
      throw SystemError("cannot write \(path)")
    }
  }

  /// Opens the file; what a crash left unfinished becomes a line of its own.
  private func openFile() throws(SystemError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("cannot open \(path)") }
    var last: UInt8 = 0
    let end = lseek(file, 0, SEEK_END)
    if end > 0, pread(file, &last, 1, end - 1) == 1, last != UInt8(ascii: "\n") {
      var newline = UInt8(ascii: "\n")
      if Glibc.write(file, &newline, 1) != 1 {
        let error = SystemError("cannot write \(path)")
        Glibc.close(file)
        throw error
      }
    }
    return file
  }
}

import Glibc
import NielsenAppApi
import Synchronization
import System

/// Transfers pings to a collector.
protocol PingTransport: Sendable {
  /// Makes one attempt to send the ping `url`.
  func send(_ url: String) async -> TransportAnswer
  /// Closes connections and files.
  func close()
}

/// How one attempt to send a ping ended.
enum TransportAnswer: Sendable, Equatable {
  /// The collector has it.
  case received
  /// There was no answer. `reason` goes into the next attempt: `offline`, `timeout` or `tls`.
  case noAnswer(reason: String, explanation: String)
  /// The collector cannot take it now, and may ask for a delay in milliseconds.
  case busy(status: Int, retryAfter: Int64?)
  /// It will never be taken: the collector says so (`failedSendPing`), or no request was made, as the host must not be
  /// contacted or the URL is not valid (`failedCreateRequest`).
  case refused(LogCode, String)
}

/// Writes pings into a file, one URL a line.
final class FileTransport: PingTransport {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  init(path: String) { self.path = path }

  deinit { close() }

  /// Appends a line, which is on disk afterwards: the queue forgets the ping.
  func send(_ url: String) async -> TransportAnswer {
    descriptor.withLock { descriptor in
      do {
        let file = try descriptor ?? open()
        descriptor = file
        // Pipes and terminals are not on a disk.
        guard DescriptorWriter.write(Array((url + "\n").utf8), to: file),
          fdatasync(file) == 0 || errno == EINVAL || errno == EROFS
        else { throw SystemError("cannot write \(path)") }
        return .received
      } catch {
        // The next attempt opens it again and does not append to half a line.
        Self.close(&descriptor)
        return .noAnswer(reason: "offline", explanation: "\(error)")
      }
    }
  }

  func close() { descriptor.withLock { Self.close(&$0) } }

  private static func close(_ descriptor: inout Int32?) {
    if let descriptor { Glibc.close(descriptor) }
    descriptor = nil
  }

  /// Opens the file; what a crash left unfinished becomes a line of its own.
  private func open() throws(SystemError) -> Int32 {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemError("cannot open \(path)") }
    var last: UInt8 = 0
    let end = lseek(file, 0, SEEK_END)
    guard end > 0, pread(file, &last, 1, end - 1) == 1, last != UInt8(ascii: "\n"),
      !DescriptorWriter.write([UInt8(ascii: "\n")], to: file)
    else { return file }
    let error = SystemError("cannot write \(path)")
    Glibc.close(file)
    throw error
  }
}

import Glibc

/// The error for results that could not be written.
package struct OutputError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The reader of the pipe has closed it. This is not a fault, and no action is needed.
    case readerGone
    /// The file could not be created, or could not get its final name.
    case cannotCreate
    case cannotCreateFolder
    /// The file or pipe could not be written to, or the file could not be removed.
    case cannotWrite
  }

  package let code: Code
  /// The path of the file or folder, or another name, such as `standard output`.
  package let destination: String
  package let systemError: Int32

  init(_ code: Code, destination: String, systemError: Int32) {
    self.code = code
    self.destination = destination
    self.systemError = systemError
  }

  /// Whether the disk or the user's quota is full. Writing may succeed later.
  package var isFullDisk: Bool { systemError == ENOSPC || systemError == EDQUOT }

  /// The destination, the problem and a remedy, as one line of text.
  package var description: String { description(option: "-o") }

  package func description(option: String) -> String {
    let reason = String(cString: strerror(systemError))
    return switch code {
    case .readerGone: "\(destination): the reader closed it: no action is needed"
    case .cannotCreate:
      "\(destination): cannot be created (\(reason)): name another file with \(option)"
    case .cannotCreateFolder:
      "\(destination): cannot be created (\(reason)): name a folder that you may write to"
    default: "\(destination): \(failure(reason, option))"
    }
  }

  private func failure(_ reason: String, _ option: String) -> String {
    switch systemError {
    case EBADF: "is closed: send it to a file or a pipe, or name a file with \(option)"
    case EFBIG: "cannot be written (\(reason)): raise the limit with 'ulimit -f'"
    default: "cannot be written (\(reason)): free space, or name another file with \(option)"
    }
  }
}

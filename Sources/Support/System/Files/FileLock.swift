import Glibc

/// A lock file (flock(2)), exclusive among processes and among the threads of one process.
package final class FileLock: Sendable {
  /// The maximum wait, in milliseconds, while another holder has the lock.
  package static let timeoutMilliseconds = 5000

  private let descriptor: Int32

  /// Waits for the lock. Creates the file, readable only by its owner, if it is missing.
  /// - Throws: ``SystemError``, including when the lock is not free within ``timeoutMilliseconds``.
  package init(path: String) throws(SystemError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("cannot open \(path)") }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      guard number == EINTR || number == EWOULDBLOCK, waited < Self.timeoutMilliseconds else {
        close(descriptor)
        throw SystemError("cannot lock \(path)", number)
      }
      usleep(10_000)
      waited += 10
    }
  }

  deinit { close(descriptor) }
}

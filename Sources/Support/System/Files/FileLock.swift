import Glibc

/// A lock among processes, and among the threads of one, on its file (flock(2)).
package final class FileLock: Sendable {
  /// How long to wait for another holder, in milliseconds.
  package static let timeoutMilliseconds = 5000

  private let descriptor: Int32

  /// Waits for the lock; makes the file, which only its owner can read, where it is missing.
  /// - Throws: ``SystemError``, also after ``timeoutMilliseconds``.
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

  /// Releases the lock.
  deinit { close(descriptor) }
}

import Glibc

/// Detects which processes, or parts of a process, still use shared files.
///
/// Owner n holds a lock on byte n of a file. The kernel releases it when the process ends, even after a crash. The
/// locks belong to the open file, not to the process (fcntl(2), "Open file description locks"), so two owners in one
/// process can detect each other.
package final class OwnerLocks: Sendable {
  // <fcntl.h> declares these numbers only for programs that define _GNU_SOURCE, which Swift's import does not.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  private let descriptor: Int32

  /// Opens the lock file. Creates it, readable only by its owner, if it is missing.
  package init(path: String) throws(SystemError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw SystemError("cannot open \(path)") }
  }

  deinit { close(descriptor) }

  /// Marks owner `number` as alive for the lifetime of this object. Returns false if another owner has that number.
  /// - Throws: ``SystemError`` if the byte cannot be locked, for example because the file system does not support these
  ///   locks.
  package func hold(_ number: Int64) throws(SystemError) -> Bool {
    var range = Self.range(number)
    guard fcntl(descriptor, Self.setLock, &range) != 0 else { return true }
    guard errno == EAGAIN || errno == EACCES else {
      throw SystemError("cannot lock a byte of the owner file")
    }
    return false
  }

  /// Ends owner `number` before the end of this object.
  package func release(_ number: Int64) {
    var range = Self.range(number)
    range.l_type = Int16(F_UNLCK)
    // Unlocking succeeds whether or not there is a lock.
    _ = fcntl(descriptor, Self.setLock, &range)
  }

  /// Whether owner `number` is known to have ended: no other object holds its lock.
  package func isGone(_ number: Int64) -> Bool {
    // Negative numbers are not valid: another program has changed the file.
    guard number >= 0 else { return true }
    var range = Self.range(number)
    return fcntl(descriptor, Self.getLock, &range) == 0 && range.l_type == Int16(F_UNLCK)
  }

  private static func range(_ number: Int64) -> flock {
    var range = flock()
    range.l_type = Int16(F_WRLCK)
    range.l_whence = Int16(SEEK_SET)
    range.l_start = off_t(number)
    range.l_len = 1
    return range
  }
}

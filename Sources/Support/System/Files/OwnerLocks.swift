import Glibc

/// Detects which processes, or parts of them, that share files are still running.
///
/// Every owner holds a lock on one byte of a file: byte n for owner n. The kernel releases
/// it when the process ends, also after a crash. The locks belong to the open file, not to the
/// process (fcntl(2), "Open file description locks"), so that two owners of one process can detect each
/// other.
package final class OwnerLocks: Sendable {
  // <fcntl.h> shows these to programs that define _GNU_SOURCE, which Swift's import does not.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  private let descriptor: Int32

  /// Opens the lock file, which only its owner can read.
  /// - Throws: ``SystemError``.
  package init(path: String) throws(SystemError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor < 0 { throw SystemError("cannot open \(path)") }
  }

  deinit { close(descriptor) }

  /// Marks owner `number` as alive for as long as this object lives; false when another owner
  /// has that number.
  /// - Throws: ``SystemError`` where there are no such locks.
  package func hold(_ number: Int64) throws(SystemError) -> Bool {
    var range = Self.range(number)
    guard fcntl(descriptor, Self.setLock, &range) != 0 else { return true }
    guard errno == EAGAIN || errno == EACCES else {
      throw SystemError("cannot lock a place in the file of owners")
    }
    return false
  }

  /// Owner `number` ends, before this object does.
  package func release(_ number: Int64) {
    var range = Self.range(number)
    range.l_type = Int16(F_UNLCK)
    // Unlocking does not fail, whether there is a lock or not.
    _ = fcntl(descriptor, Self.setLock, &range)
  }

  /// Whether owner `number` is known to be gone.
  package func isGone(_ number: Int64) -> Bool {
    // No owner has such a number, and no byte either: the file was changed.
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

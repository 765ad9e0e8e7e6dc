import Glibc

/// Files that only their owner can read.
package enum PrivateFile {
  /// Makes an empty file where there is none. SQLite gives the files beside it the same permissions.
  /// - Returns: whether there was none.
  /// - Throws: ``SystemError``.
  @discardableResult
  package static func create(_ path: String) throws(SystemError) -> Bool {
    // One that is there must not even be opened: closing it would take SQLite's locks on it away.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return false }
    guard descriptor >= 0 else { throw SystemError("cannot make \(path)") }
    close(descriptor)
    return true
  }

  /// Renames a file, if there is one.
  /// - Throws: ``SystemError``.
  package static func move(_ path: String, to other: String) throws(SystemError) {
    guard rename(path, other) != 0, errno != ENOENT else { return }
    throw SystemError("cannot rename \(path)")
  }
}

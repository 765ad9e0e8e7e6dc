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

/// Renames broken files instead of removing them.
package enum SetAside {
  /// Renames `path` to the first free of `PATH.damaged`, `PATH.damaged-2` and so on up to 99, of
  /// which the last is overwritten; gives the new name.
  /// - Throws: ``SystemError``.
  package static func rename(_ path: String) throws(SystemError) -> String {
    let names = (1...99).lazy.map { path + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
    let name = names.first { access($0, F_OK) != 0 } ?? path + ".damaged-99"
    guard Glibc.rename(path, name) == 0 else { throw SystemError("cannot rename \(path)") }
    return name
  }
}

/// The device and the number of a file: two names with the same identity are of one file.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of a file, through links; nil without one.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}

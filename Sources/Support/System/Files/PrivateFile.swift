import Glibc

/// Files that only their owner can read.
package enum PrivateFile {
  /// Creates an empty file if it is missing, and returns whether it did. SQLite gives the files that it adds next to a
  /// database the same permissions.
  @discardableResult
  package static func create(_ path: String) throws(SystemError) -> Bool {
    // An existing file must not be opened: closing it would release SQLite's locks on it.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return false }
    guard descriptor >= 0 else { throw SystemError("cannot create \(path)") }
    close(descriptor)
    return true
  }

  /// Renames a file if it exists.
  package static func move(_ path: String, to other: String) throws(SystemError) {
    guard rename(path, other) != 0, errno != ENOENT else { return }
    throw SystemError("cannot rename \(path)")
  }
}

/// Renames damaged files instead of deleting them.
package enum SetAside {
  /// Renames `path` to the first free name of `PATH.damaged`, `PATH.damaged-2` and so on to `PATH.damaged-99`, which is
  /// overwritten if no name is free. Returns the new name.
  package static func rename(_ path: String) throws(SystemError) -> String {
    let names = (1...99).lazy.map { path + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
    let name = names.first { access($0, F_OK) != 0 } ?? path + ".damaged-99"
    guard Glibc.rename(path, name) == 0 else { throw SystemError("cannot rename \(path)") }
    return name
  }
}

/// The device and inode of a file: two names with the same identity are the same file.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of the file at `path`, after following links; fails if the file cannot be examined.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}

import Glibc

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

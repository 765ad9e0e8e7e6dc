import Glibc

/// Finds the files in a directory and its subdirectories.
struct DirectorySearch {
  /// The maximum depth of directories. The limit is needed because a mount may contain itself.
  private static let deepest = 64

  /// Called with each error message, which has the path, the reason and the remedy.
  private let problem: (String) -> Void

  /// Passes the regular files to `found`, with the names in each directory in natural order. Hidden files and
  /// directories, and links to directories, are skipped. Each name that cannot be examined or listed is reported to
  /// `problem`.
  static func search(
    _ directory: FileName,
    found: (FileName) throws -> Void,
    problem: @escaping (String) -> Void
  ) rethrows {
    try DirectorySearch(problem: problem).search(directory, depth: 0, found)
  }

  private func search(
    _ directory: FileName,
    depth: Int,
    _ found: (FileName) throws -> Void
  ) rethrows {
    guard let names = Self.names(in: directory) else {
      return report(directory, "cannot be listed (\(Self.reason()))", "check its permissions")
    }
    for name in names { try look(at: directory.appending(name), depth: depth, found) }
  }

  /// The names in a directory, except hidden files. They are in natural order, because segment numbers often have no
  /// leading zeros. Nil if the directory cannot be listed.
  static func names(in directory: FileName) -> [[UInt8]]? {
    guard let handle = directory.withCString({ opendir($0) }) else { return nil }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return errno == 0 ? names.sorted(by: NaturalOrder.precedes) : nil
  }

  private func look(
    at path: FileName,
    depth: Int,
    _ found: (FileName) throws -> Void
  ) rethrows {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      return report(path, "cannot be examined (\(Self.reason()))", "check the permissions")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      guard depth < Self.deepest else {
        return report(
          path,
          "is more than \(Self.deepest) directories deep and was not searched",
          "name it as a separate input"
        )
      }
      return try search(path, depth: depth + 1, found)
    }
    guard path.withCString({ stat($0, &status) }) == 0 else {
      return report(path, "is a broken link (\(Self.reason()))", "repair or remove it")
    }
    // Only regular files are read: a named pipe would block.
    if status.st_mode & S_IFMT == S_IFREG { try found(path) }
  }

  private func report(_ path: FileName, _ problem: String, _ remedy: String) {
    self.problem("\(path.text): \(problem): \(remedy)")
  }

  private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}

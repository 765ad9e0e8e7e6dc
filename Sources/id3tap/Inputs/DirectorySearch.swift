import Glibc

/// Finds the files of a directory and of the directories in it.
struct DirectorySearch {
  /// Deeper than any archive of streams; a bound for mounts that contain themselves.
  private static let deepest = 64

  private var members: [InputGroup.Member] = []
  private var problems: [String] = []

  /// All files, sorted by path. Hidden files and links to directories are passed over; what could not
  /// be looked at is a problem.
  static func group(for directory: FileName) -> InputGroup {
    var search = DirectorySearch()
    search.search(directory, depth: 0)
    return InputGroup(
      argument: directory.text,
      members: PlaylistFamilies.heads(of: search.members),
      isSearched: true,
      problems: search.problems
    )
  }

  private mutating func search(_ directory: FileName, depth: Int) {
    guard let names = names(in: directory) else {
      return report(directory, "cannot be listed (\(Self.reason()))", "check its permissions")
    }
    for name in names { look(at: directory.appending(name), depth: depth) }
  }

  /// By bytes, not by the rules of a language: the same order on every machine.
  private func names(in directory: FileName) -> [[UInt8]]? {
    guard let handle = directory.withCString({ opendir($0) }) else { return nil }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return errno == 0 ? names.sorted { $0.lexicographicallyPrecedes($1) } : nil
  }

  private mutating func look(at path: FileName, depth: Int) {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else {
      return report(path, "cannot be looked at (\(Self.reason()))", "check the permissions")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      guard depth < Self.deepest else {
        return report(
          path,
          "is more than \(Self.deepest) directories deep and was not searched",
          "name it as an input of its own"
        )
      }
      return search(path, depth: depth + 1)
    }
    guard path.withCString({ stat($0, &status) }) == 0 else {
      return report(path, "is a broken link (\(Self.reason()))", "repair or remove it")
    }
    // A named pipe in a directory would block; what is not a file, nobody asked for.
    if status.st_mode & S_IFMT == S_IFREG { members.append(path.member) }
  }

  private mutating func report(_ path: FileName, _ problem: String, _ remedy: String) {
    problems.append("\(path.text): \(problem): \(remedy)")
  }

  private static func reason() -> String { String(cString: strerror(errno)).lowercased() }
}

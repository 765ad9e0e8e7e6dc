import Glibc

/// Finds the files of a directory and of the directories in it.
enum DirectorySearch {
  /// Deeper than any archive of streams; a bound for mounts that contain themselves.
  private static let deepest = 64

  /// All files, sorted by path. Hidden files and links to directories are passed over.
  static func group(for directory: String) -> InputGroup {
    var group = InputGroup(argument: directory, members: [], isSearched: true)
    guard let paths = files(in: directory, depth: 0) else {
      let reason = String(cString: strerror(errno)).lowercased()
      group.problem = "cannot be listed (\(reason)): check its permissions"
      return group
    }
    group.members = paths.map { .path($0) }
    return group
  }

  private static func files(in directory: String, depth: Int) -> [String]? {
    guard let handle = opendir(directory) else { return nil }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    // By bytes, not by the rules of a language: the same order on every machine.
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return names.flatMap { files(at: prefix + $0, depth: depth) }
  }

  private static func files(at path: String, depth: Int) -> [String] {
    var status = stat()
    guard lstat(path, &status) == 0 else { return [] }
    if status.st_mode & S_IFMT == S_IFDIR {
      return depth < deepest ? files(in: path, depth: depth + 1) ?? [] : []
    }
    // A named pipe in a directory would block; what is not a file, nobody asked for.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    return [path]
  }
}

import Glibc

/// Which of the inputs are done, by their names.
struct NameFilter: Sendable {
  /// Globs of which one must match; none: all do.
  var include: [String] = []
  /// Globs of which none may match.
  var exclude: [String] = []

  /// Whether an input is included. `*` also represents `/`; a glob is matched with the whole name and
  /// with its last part.
  func wants(_ name: FileName) -> Bool {
    (include.isEmpty || include.contains { Self.matches($0, name) })
      && !exclude.contains { Self.matches($0, name) }
  }

  private static func matches(_ glob: String, _ name: FileName) -> Bool {
    let start = name.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return [name, FileName(name.bytes[start...])].contains { name in
      name.withCString { fnmatch(glob, $0, 0) } == 0
    }
  }
}

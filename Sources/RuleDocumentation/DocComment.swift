/// Finds the doc comment of a type in a source text.
enum DocComment {
  /// The lines above `struct NAME`, without their slashes; nil when there are none.
  static func lines(of typeName: String, in source: String) -> [String]? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let declaration = lines.firstIndex(where: {
        $0.hasPrefix("struct \(typeName):") || $0.hasPrefix("struct \(typeName) ")
      })
    else { return nil }
    let comment = lines[..<declaration].reversed().prefix { $0.hasPrefix("///") }.reversed()
    guard !comment.isEmpty else { return nil }
    return comment.map { line in
      let text = line.dropFirst(3)
      return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }
  }
}

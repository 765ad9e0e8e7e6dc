import Formats

/// The names by which an input finds its template in a folder.
enum ChannelNames {
  /// The names of an input, the one that counts first: the name that the user gave it, its file name without
  /// extension, then its folders, the nearest first, and the host of a URL.
  static func of(_ input: String, title: String? = nil) -> [String] {
    let path = URLAuthority(of: input).map { authority in
      Substring(input.utf8[authority.range.lowerBound...].prefix { !"?#".utf8.contains($0) })
    }
    let parts = (path ?? input[...]).split(separator: "/").filter { $0 != "." && $0 != ".." }
      .reversed()
    var names = [title].compactMap { $0 }
    for (index, part) in parts.enumerated() {
      // The host of a URL has no extension.
      let isFile = index == 0 && !(path != nil && parts.count == 1)
      names.append(isFile ? stem(part) : String(part))
    }
    return names
  }

  /// A file name without what follows its last dot.
  private static func stem(_ name: Substring) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}

import Synchronization

/// How URLs appear in results and messages: without user and password, and without the values of parameters, any of which may be
/// a secret. Every name that has a URL in it is made here.
package enum ShownURL {
  /// Stands where a value is hidden.
  package static let mark = "…"

  private static let isWhole = Atomic<Bool>(false)

  /// Shows the values of parameters from now on, in the whole process. User and password stay hidden.
  package static func showQueries() { isWhole.store(true, ordering: .relaxed) }

  /// A URL, or a reference to one, for results and messages: `https://a.example/master.m3u8?token=…`. A parameter without a
  /// name is hidden as a whole.
  package static func text(_ url: String) -> String {
    let url = URLAuthority.withoutUser(url)
    return isWhole.load(ordering: .relaxed) ? url : hidingValues(url[...])
  }

  /// A line of foreign text, such as of a list of addresses, for messages: of URLs in it, which end at a blank or a quote, no values are
  /// shown.
  package static func line(_ text: String) -> String {
    guard !isWhole.load(ordering: .relaxed), text.utf8.contains(UInt8(ascii: "?")) else {
      return text
    }
    let pieces = text.utf8.split(omittingEmptySubsequences: false) { " \t\"'<>".utf8.contains($0) }
    var shown = ""
    for piece in pieces {
      // The tags of playlists begin with what begins a fragment in a URL.
      let start = piece.firstIndex(of: UInt8(ascii: "?")) ?? piece.endIndex
      shown += Substring(piece[..<start]) + hidingValues(Substring(piece[start...]))
      if piece.endIndex < text.endIndex {
        shown += text[piece.endIndex..<text.utf8.index(after: piece.endIndex)]
      }
    }
    return shown
  }

  /// Hides the values in the query and in the fragment. The fragment may be plain words.
  private static func hidingValues(_ url: Substring) -> String {
    guard let start = url.utf8.firstIndex(where: { "?#".utf8.contains($0) }) else {
      return String(url)
    }
    var shown = String(url[..<start])
    var rest = url.utf8[start...]
    if rest.first == UInt8(ascii: "?") {
      let end = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
      shown += "?" + hidingValues(rest[..<end].dropFirst(), hidesWords: true)
      rest = rest[end...]
    }
    guard !rest.isEmpty else { return shown }
    return shown + "#" + hidingValues(rest.dropFirst(), hidesWords: false)
  }

  private static func hidingValues(_ pairs: Substring.UTF8View, hidesWords: Bool) -> String {
    pairs.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else {
        return hidesWords && !pair.isEmpty ? mark : String(Substring(pair))
      }
      let value = pair.index(after: sign)
      return Substring(pair[..<value]) + (value == pair.endIndex ? "" : mark)
    }.joined(separator: "&")
  }
}

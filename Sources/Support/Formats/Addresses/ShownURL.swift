import Synchronization

/// Writes URLs for results and messages. User and password are removed, and parameter values are hidden by default,
/// because any of these may be secret.
package enum ShownURL {
  /// The text that replaces a hidden value.
  package static let mark = "…"

  private static let isWhole = Atomic<Bool>(false)

  /// Shows parameter values from now on, in the whole process. User and password stay hidden.
  package static func showQueries() { isWhole.store(true, ordering: .relaxed) }

  /// A URL or a relative reference as results and messages show it: `https://a.example/master.m3u8?token=…`. A query
  /// parameter without `=` is replaced by `…`.
  package static func text(_ url: String) -> String {
    let url = URLAuthority.withoutUser(url)
    return isWhole.load(ordering: .relaxed) ? url : hidingValues(url[...])
  }

  /// A line of untrusted text, as messages show it. A URL in it ends at the next white space, quote or angle bracket.
  package static func line(_ text: String) -> String {
    let isWhole = isWhole.load(ordering: .relaxed)
    let pieces = text.utf8.split(omittingEmptySubsequences: false) { " \t\"'<>".utf8.contains($0) }
    var shown = ""
    for piece in pieces {
      let url = URLAuthority.withoutUser(String(Substring(piece)))
      // A line may begin with '#', which would begin a fragment in a URL.
      let start = isWhole ? nil : url.utf8.firstIndex(of: UInt8(ascii: "?"))
      shown += start.map { url[..<$0] + hidingValues(url[$0...]) } ?? url
      if piece.endIndex < text.endIndex {
        shown += text[piece.endIndex..<text.utf8.index(after: piece.endIndex)]
      }
    }
    return shown
  }

  /// Hides the values in the query and in the fragment. A fragment of plain text is left unchanged.
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

/// The position of the authority in a URL (RFC 3986, section 3.2). Bytes are compared, not characters: Swift joins a
/// delimiter and a following combining mark into one character, so a search for the delimiter could miss it.
package struct URLAuthority: Sendable, Equatable {
  /// The text before `://`.
  package let scheme: Range<String.Index>
  /// The range from after `://` to the path, the query or the fragment.
  package let range: Range<String.Index>
  /// The host with its port: the authority without user and password.
  package let host: Range<String.Index>

  /// Fails for text without `://`.
  package init?(of url: String) {
    guard let mark = url.utf8.firstRange(of: "://".utf8) else { return nil }
    scheme = url.startIndex..<mark.lowerBound
    let authority = url.utf8[mark.upperBound...].prefix { !"/?#".utf8.contains($0) }
    range = authority.startIndex..<authority.endIndex
    let userEnd = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
    host = (userEnd ?? authority.startIndex)..<authority.endIndex
  }

  /// A URL without its user and password, for messages and results. Text without `://` is left unchanged, and so is an
  /// `@` without a user, which some players write in multicast addresses.
  package static func withoutUser(_ url: String) -> String {
    guard let authority = URLAuthority(of: url) else { return url }
    let userEnd = authority.userEnd(in: url)
    guard url.utf8[authority.range.lowerBound..<userEnd].count > 1 else { return url }
    return String(url[..<authority.range.lowerBound] + url[userEnd...])
  }

  /// The position at which the host begins. An unencoded `/`, `?` or `#` in a password seems to end the authority. If
  /// the text before that character is not a valid port, the host begins after the last `@`. A password that begins
  /// with one of these characters, or with a port number and one of them, is not recognized.
  private func userEnd(in url: String) -> String.Index {
    let text = url.utf8[host]
    guard text.first != UInt8(ascii: "["), let mark = text.lastIndex(of: UInt8(ascii: ":")),
      case let port = text[mark...].dropFirst(), !port.isEmpty, Self.port(Substring(port)) == nil,
      let end = url.utf8[host.upperBound...].lastIndex(of: UInt8(ascii: "@"))
    else { return host.lowerBound }
    return url.utf8.index(after: end)
  }

  /// A port number from 0 to 65,535. Nil for text that is not a number in this range, or that has a sign.
  package static func port(_ digits: Substring) -> UInt16? {
    digits.utf8.first.map("+-".utf8.contains) == true ? nil : UInt16(digits)
  }
}

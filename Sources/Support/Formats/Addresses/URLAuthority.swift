/// Where a URL has its authority (RFC 3986, section 3.2). Bytes are compared, not characters: to Swift a delimiter
/// followed by a combining mark is another character, and a secret that begins with such a mark would not be found.
package struct URLAuthority: Sendable, Equatable {
  /// What is before `://`.
  package let scheme: Range<String.Index>
  /// From after `://` to the path, the query or the fragment.
  package let range: Range<String.Index>
  /// The host with its port: the authority without user and password.
  package let host: Range<String.Index>

  /// Nil for a text without `://`.
  package init?(of url: String) {
    guard let mark = url.utf8.firstRange(of: "://".utf8) else { return nil }
    scheme = url.startIndex..<mark.lowerBound
    let authority = url.utf8[mark.upperBound...].prefix { !"/?#".utf8.contains($0) }
    range = authority.startIndex..<authority.endIndex
    let userEnd = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
    host = (userEnd ?? authority.startIndex)..<authority.endIndex
  }

  /// A text without user and password of the URL in it, for messages and results. A text without `://` stays as it is, and so
  /// does an `@` without a user, with which some players write multicast.
  package static func withoutUser(_ url: String) -> String {
    guard let authority = URLAuthority(of: url) else { return url }
    let userEnd = authority.userEnd(in: url)
    guard url.utf8[authority.range.lowerBound..<userEnd].count > 1 else { return url }
    return String(url[..<authority.range.lowerBound] + url[userEnd...])
  }

  /// Where the host begins. A password with a `/`, `?` or `#` that is not encoded seems to end the authority: what is before
  /// that mark is not a port then, unless the password begins with a number.
  private func userEnd(in url: String) -> String.Index {
    let text = url.utf8[host]
    guard text.first != UInt8(ascii: "["), let mark = text.lastIndex(of: UInt8(ascii: ":")),
      case let port = text[mark...].dropFirst(), !port.isEmpty, Self.port(Substring(port)) == nil,
      let end = url.utf8[host.upperBound...].lastIndex(of: UInt8(ascii: "@"))
    else { return host.lowerBound }
    return url.utf8.index(after: end)
  }

  /// The number of a port, from 0 to 65,535; nil for what is no number in that range, or has a sign.
  package static func port(_ digits: Substring) -> UInt16? {
    digits.utf8.first.map("+-".utf8.contains) == true ? nil : UInt16(digits)
  }
}

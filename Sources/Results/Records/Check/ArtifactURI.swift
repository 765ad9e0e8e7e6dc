import Conformance

/// URI references (RFC 3986) of what findings are in: the input, or a segment of a playlist.
package enum ArtifactURI {
  /// The URI of a place. The URI of a segment is relative to its playlist, and that to the input.
  static func of(_ place: Place, in report: CheckReport) -> String {
    let input = reference(to: report.input)
    guard let segment = place.segment else { return input }
    let playlist = place.rendition.flatMap { report.playlists[$0] }
    let base = playlist.map { resolve(encoded($0, isReference: true), against: input) } ?? input
    return resolve(encoded(segment, isReference: true), against: base)
  }

  /// An input as a reference: characters that are not permitted in one are percent-encoded. A colon in the
  /// first segment of a path would end a scheme, so that `./` is added before it (4.2).
  package static func reference(to input: String) -> String {
    let isURL = input.contains("://")
    let first = input.prefix { $0 != "/" }
    let isAmbiguous = !isURL && first.contains(":")
    return (isAmbiguous ? "./" : "") + encoded(input, isReference: isURL)
  }

  /// Percent-encodes what no reference may hold; of a path also what would end it.
  private static func encoded(_ text: String, isReference: Bool) -> String {
    let allowed = Set("-._~!$&'()*+,;=:@/?#[]".utf8)
    var encoded = ""
    for byte in text.utf8 {
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      let isSpecial = !isReference && [UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
      if isLetter || isDigit || (allowed.contains(byte) && !isSpecial)
        || (isReference && byte == UInt8(ascii: "%"))
      {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  /// The resolved reference if `base` can be relative itself (5.2): `..` in it stays, since it can point out
  /// of the folder of the input.
  private static func resolve(_ reference: String, against base: String) -> String {
    let scheme = reference.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    if scheme.contains(":") { return reference }
    let path = base.prefix { $0 != "?" && $0 != "#" }
    let root = root(of: path)
    if reference.hasPrefix("//") { return root.prefix { $0 != "/" } + reference }
    if reference.hasPrefix("/") { return root + reference }
    guard let slash = path.dropFirst(root.count).lastIndex(of: "/") else {
      return root.isEmpty ? reference : "\(root)/\(reference)"
    }
    return path[...slash] + reference
  }

  /// The scheme and the authority before a path; empty without.
  private static func root(of path: Substring) -> Substring {
    guard let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") else { return "" }
    let authority = path[colon...].dropFirst(3)
    return path[..<(authority.firstIndex(of: "/") ?? path.endIndex)]
  }
}

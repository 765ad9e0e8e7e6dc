/// The components of a URI or relative reference (RFC 3986, section 4.1, split by the expression of appendix B). Any
/// text can be split; nothing is decoded.
package struct URIReference: Equatable {
  /// The text before the first `:`, as written; nil in a relative reference.
  package var scheme: String?
  /// The text after `//`, up to the path, query or fragment; nil if there is no `//`.
  package var authority: String?
  package var path: String
  /// The text after `?`, up to the fragment; nil if there is no `?`.
  package var query: String?
  /// The text after `#`; nil if there is no `#`.
  package var fragment: String?

  package init(_ text: String) {
    var rest = text.utf8[...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(decoding: rest[rest.index(after: mark)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = String(decoding: rest[rest.index(after: mark)...], as: UTF8.self)
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { !Self.isSchemeCharacter($0) }),
      rest[colon] == UInt8(ascii: ":"), let first = rest.first, Self.isLetter(first)
    {
      scheme = String(decoding: rest[..<colon], as: UTF8.self)
      rest = rest[rest.index(after: colon)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = String(decoding: rest[..<end], as: UTF8.self)
      rest = rest[end...]
    }
    path = String(decoding: rest, as: UTF8.self)
  }

  /// The components joined into one string (RFC 3986, section 5.3).
  package var text: String {
    var text = ""
    if let scheme { text += scheme + ":" }
    if let authority {
      text += "//" + authority
    } else if path.hasPrefix("//") {
      // Without an authority, a path that begins with '//' would be read as an authority (RFC 3986, section 3.3).
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Whether a byte may occur in a scheme (RFC 3986, section 3.1).
  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte.isDigit
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}

/// Resolution of the references in a document against the document's own address (RFC 3986, section 5).
extension URIReference {
  /// The URI that `reference` means in a document at `base` (RFC 3986, section 5.2, strict).
  ///
  ///     URIReference.resolve("../audio/1.aac?x=2", against: "https://example.com/media/video/a.txt")
  ///     // https://example.com/media/audio/1.aac?x=2
  ///
  /// This works for every hierarchical scheme (`http`, `https`, `file`) and for a `base` that is a path without a
  /// scheme. A reference that is not a URI causes no error, but its result may name no resource. Existing
  /// percent-encoding is kept; characters that a URI may not contain, such as spaces, are percent-encoded as UTF-8.
  package static func resolve(_ reference: String, against base: String) -> String {
    var target = URIReference(URIEncoding.encodeIllegal(reference))
    if target.scheme != nil {
      // Opaque URIs such as `data:` have no path with segments.
      if target.path.hasPrefix("/") { target.path = removingDotSegments(target.path) }
      return target.text
    }
    let base = URIReference(URIEncoding.encodeIllegal(base))
    target.scheme = base.scheme
    if target.authority != nil {
      target.path = removingDotSegments(target.path)
      return target.text
    }
    target.authority = base.authority
    if target.path.isEmpty {
      target.path = base.path
      target.query = target.query ?? base.query
    } else if target.path.hasPrefix("/") {
      target.path = removingDotSegments(target.path)
    } else {
      let isPath = base.scheme == nil && base.authority == nil
      target.path = removingDotSegments(merge(target.path, into: base), climbs: isPath)
    }
    return target.text
  }

  /// Joins a relative path to the path of `base` (RFC 3986, section 5.2.3).
  private static func merge(_ path: String, into base: URIReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(base.path[...slash]) + path
  }

  /// The path without `.` and `..` (RFC 3986, section 5.2.4). If `climbs` is true, the leading `..` segments of a
  /// relative path are kept, because they have a meaning in a file system.
  private static func removingDotSegments(_ path: String, climbs: Bool = false) -> String {
    let isAbsolute = path.hasPrefix("/")
    var kept: [Substring.UTF8View] = []
    var endsWithSlash = false
    let segments = path.utf8.dropFirst(isAbsolute ? 1 : 0)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for segment in segments {
      endsWithSlash = true
      if segment.elementsEqual(".".utf8) { continue }
      if segment.elementsEqual("..".utf8) {
        if let last = kept.last, !last.elementsEqual("..".utf8) || !climbs {
          kept.removeLast()
        } else if climbs, !isAbsolute {
          kept.append(segment)
        }
        continue
      }
      endsWithSlash = false
      kept.append(segment)
    }
    var bytes: [UInt8] = isAbsolute ? [UInt8(ascii: "/")] : []
    bytes.reserveCapacity(path.utf8.count)
    for (index, segment) in kept.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "/")) }
      bytes.append(contentsOf: segment)
    }
    if endsWithSlash, !kept.isEmpty { bytes.append(UInt8(ascii: "/")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Percent-encoding in URIs (RFC 3986, section 2.1).
package enum URIEncoding {
  /// Encodes every character of `text` that a URI may not contain: controls, space, `"<>\^`{|}`, non-ASCII characters,
  /// a second `#`, brackets outside an authority, and a `%` without two hexadecimal digits.
  package static func encodeIllegal(_ text: String) -> String {
    guard text.utf8.contains(where: { !isPlain($0) }) else { return text }
    let bytes = Array(text.utf8)
    let authority = authorityRange(of: text)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + bytes.count / 4)
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      let isLegal: Bool
      switch byte {
      case UInt8(ascii: "#"):
        isLegal = !hasFragment
        hasFragment = true
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        isLegal = authority.contains(index)
      case UInt8(ascii: "%"):
        isLegal = PercentEncoding.escape(in: bytes, at: index) != nil
      default:
        isLegal = isPlain(byte)
      }
      if isLegal {
        encoded.append(byte)
      } else {
        PercentEncoding.appendEscape(of: byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The range of the authority, where brackets around an IPv6 address are allowed.
  private static func authorityRange(of text: String) -> Range<Int> {
    let reference = URIReference(text)
    guard let authority = reference.authority else { return 0..<0 }
    let start = (reference.scheme.map { $0.utf8.count + 1 } ?? 0) + "//".utf8.count
    return start..<start + authority.utf8.count
  }

  /// Whether a byte may occur anywhere in a URI.
  private static func isPlain(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) || "!$&'()*+,/:;=?@".utf8.contains(byte)
  }
}

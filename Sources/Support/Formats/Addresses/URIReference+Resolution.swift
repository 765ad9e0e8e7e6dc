/// Resolving the references of a document against its own address (RFC 3986, section 5).
extension URIReference {
  /// The URI that `reference` means in a document at `base` (RFC 3986, section 5.2, strict).
  ///
  ///     URIReference.resolve("../audio/1.aac?x=2", against: "https://example.com/media/video/a.txt")
  ///     // https://example.com/media/audio/1.aac?x=2
  ///
  /// Works for every hierarchical scheme (`http`, `https`, `file`) and for a `base` that is a path
  /// without scheme. Never fails: a reference that is not a URI gives a text that no resource has.
  /// Existing percent-encoding stays as it is; characters that a URI may not hold, spaces
  /// among them, are percent-encoded as UTF-8.
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

  /// RFC 3986, section 5.2.3.
  private static func merge(_ path: String, into base: URIReference) -> String {
    if base.authority != nil, base.path.isEmpty { return "/" + path }
    guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(base.path[...slash]) + path
  }

  /// The path without `.` and `..` (RFC 3986, section 5.2.4), in one walk over its segments. Where a
  /// relative path `climbs`, the `..` at its start stay: they mean something in a file system.
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

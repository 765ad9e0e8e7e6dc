/// Where a ping goes.
struct Endpoint: Sendable, Equatable {
  /// The URL up to the `?`.
  var url: String
  /// Its path, beginning with a slash.
  var path: String

  /// Fills `{host}`, `{sfcode}` and `{sessionId}` in `pattern`; nil when that gives no URL with a
  /// host and a path.
  init?(_ pattern: String, host: String, facility: String, sessionID: String = "") {
    var url = Self.fill(pattern, "{host}", host)
    url = Self.fill(Self.fill(url, "{sfcode}", facility), "{sessionId}", sessionID)
    guard let scheme = Self.range(of: "://", in: url), scheme.lowerBound > url.startIndex,
      let slash = url[scheme.upperBound...].firstIndex(of: "/"), slash > scheme.upperBound,
      url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !url.contains("{"), !url.contains("?")
    else { return nil }
    self.url = url
    path = String(url[slash...])
  }

  private static func fill(_ pattern: String, _ name: String, _ value: String) -> String {
    guard let range = range(of: name, in: pattern) else { return pattern }
    return pattern[..<range.lowerBound] + value + pattern[range.upperBound...]
  }

  private static func range(of part: String, in text: String) -> Range<String.Index>? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) {
        return start..<text.index(start, offsetBy: part.count)
      }
      start = text.index(after: start)
    }
    return nil
  }
}

import Formats

/// The parts of an `http` or `https` URL, or of a path and query. Invalid characters are accepted, because
/// captures contain spaces, raw commas and others that apps send.
///
/// It works on bytes for speed: all separators are ASCII, and a collector splits thousands of URLs per second.
package struct SplitURL: Sendable, Equatable {
  /// The host in lower case, without user and port; empty when the text begins with the path.
  package var host: String
  package var path: String
  /// The text after the `?`, still encoded; nil without one.
  package var query: String?

  /// Nil when the text is neither a URL with `http` or `https` nor a path.
  package init?(_ text: String) {
    let parts = URIReference(text)
    query = parts.query
    guard text.utf8.first != UInt8(ascii: "/") else {
      host = ""
      path = (parts.authority.map { "//" + $0 } ?? "") + parts.path
      return
    }
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let authority = parts.authority?.utf8
    else { return nil }
    let user = authority.lastIndex(of: UInt8(ascii: "@"))
    let address = authority[(user.map { authority.index(after: $0) } ?? authority.startIndex)...]
    host = Substring(address.prefix { $0 != UInt8(ascii: ":") }).lowercased()
    guard !host.isEmpty else { return nil }
    path = parts.path.isEmpty ? "/" : parts.path
  }

  /// The parameters of a query or form, decoded once, in order. `+` is a space only in forms.
  package static func parameters(of query: String, isForm: Bool = false) -> [QueryParameter] {
    var query = query
    return query.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: "&"), maxSplits: parameterLimit)
        .prefix(parameterLimit)
        .map { pair in
          let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
          return QueryParameter(
            name: decoded(pair[..<end], isForm),
            value: decoded(pair[end...].dropFirst(), isForm)
          )
        }
    }
  }

  private static func decoded(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ isForm: Bool) -> String
  {
    let text = String(decoding: bytes, as: UTF8.self)
    if isForm, bytes.contains(UInt8(ascii: "+")) {
      return PercentEncoding.decode(text.replacing("+", with: " "))
    }
    return bytes.contains(UInt8(ascii: "%")) ? PercentEncoding.decode(text) : text
  }

  /// The maximum number of parameters that are read from a query.
  package static let parameterLimit = 2000
}

/// A parameter of a query or form.
package struct QueryParameter: Sendable, Hashable {
  /// The name, decoded once.
  package var name: String
  /// The value, decoded once.
  package var value: String

  /// Creates a parameter.
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension [QueryParameter] {
  /// The value of the first parameter called `name`.
  package func value(of name: String) -> String? { first { $0.name == name }?.value }
}

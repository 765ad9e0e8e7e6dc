import Formats

/// The parts of an `http` or `https` URL, or of a path and query. Invalid characters are accepted, because apps send
/// URLs with spaces, raw commas and the like. Parsing works on bytes for speed, because a collector splits thousands of
/// URLs per second.
package struct SplitURL: Sendable, Equatable {
  /// The host in lower case, without user and port. Empty if the text begins with the path.
  package var host: String
  package var path: String
  /// The text after the `?`, still percent-encoded. Nil if the URL has no `?`.
  package var query: String?

  /// Splits a string. Nil if the string is neither an `http` or `https` URL nor an absolute path.
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

  /// The percent-decoded parameters of a query or form, in order. `+` means a space only in forms.
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

/// A parameter of a query or form, percent-decoded once.
package struct QueryParameter: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension [QueryParameter] {
  /// The value of the first parameter called `name`.
  package func value(of name: String) -> String? { first { $0.name == name }?.value }
}

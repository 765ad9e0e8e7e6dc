import Formats

/// The parameters in the query of a URI: `?a=1&b=2`.
struct URIQuery {
  /// The parameters as written, in their order.
  var parameters: [Substring]

  init(of uri: String) {
    parameters = (URIReference(uri).query ?? "").utf8.split(separator: UInt8(ascii: "&"))
      .map(Substring.init)
  }

  /// The decoded values by decoded name; the first counts, and one without `=` is empty.
  var values: [String: String] {
    let pairs = parameters.map { parameter in
      let name = Self.name(of: parameter)
      let value = parameter.utf8.dropFirst(name.utf8.count + 1)
      return (PercentEncoding.decode(name), PercentEncoding.decode(String(Substring(value))))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The name of a parameter as written.
  static func name(of parameter: Substring) -> String {
    String(Substring(parameter.utf8.prefix { $0 != UInt8(ascii: "=") }))
  }
}

import Formats

/// Resolves the references in a playlist against the playlist's own address.
public enum URIResolution {
  /// Resolves a reference in a document at `base` (RFC 3986, section 5.2, strict).
  ///
  ///     URIResolution.resolve("../audio/1.aac?x=2", against: "https://example.com/hls/video/a.m3u8")
  ///     // https://example.com/hls/audio/1.aac?x=2
  ///
  /// This works for every hierarchical scheme (`http`, `https`, `file`) and for a `base` that is a path without scheme.
  /// A reference that is not a URI causes no error, but its result may name no resource. Existing percent-encoding is
  /// kept; characters that a URI may not contain, such as spaces, are percent-encoded as UTF-8.
  public static func resolve(_ reference: String, against base: String) -> String {
    URIReference.resolve(reference, against: base)
  }
}

/// The parameters in the query of a URI: `?a=1&b=2`.
struct URIQuery {
  /// The parameters as written, in order.
  var parameters: [Substring]

  init(of uri: String) {
    parameters = (URIReference(uri).query ?? "").utf8.split(separator: UInt8(ascii: "&"))
      .map(Substring.init)
  }

  /// The decoded values by decoded name. If a name is repeated, its first value is used. The value is empty if there is
  /// no `=`.
  var values: [String: String] {
    let pairs = parameters.map { parameter in
      let name = Self.name(of: parameter)
      let value = parameter.utf8.dropFirst(name.utf8.count + 1)
      return (PercentEncoding.decode(name), PercentEncoding.decode(String(Substring(value))))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  static func name(of parameter: Substring) -> String {
    String(Substring(parameter.utf8.prefix { $0 != UInt8(ascii: "=") }))
  }
}

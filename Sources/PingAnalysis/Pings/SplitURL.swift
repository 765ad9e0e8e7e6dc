import NielsenAppApi

/// The parts of an `http` or `https` URL, or of the path and query alone, read without complaint:
/// captures hold spaces, raw commas and whatever else apps send.
struct SplitURL {
  /// In lower case, without user and port; empty when the text begins with the path.
  var host: String
  var path: String
  /// Behind the `?`, still encoded; nil without one.
  var query: String?

  /// Nil for anything that is neither.
  init?(_ text: String) {
    var rest = text[...]
    host = ""
    if let scheme = text.firstRange(of: "://") {
      let name = text[..<scheme.lowerBound].lowercased()
      guard name == "http" || name == "https" else { return nil }
      rest = text[scheme.upperBound...]
      let authority = rest.prefix { !"/?#".contains($0) }
      rest = rest[authority.endIndex...]
      let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
      host = (address ?? authority).prefix { $0 != ":" }.lowercased()
      guard !host.isEmpty else { return nil }
    } else if !text.hasPrefix("/") {
      return nil
    }
    rest = rest.prefix { $0 != "#" }
    let path = rest.prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    query = path.endIndex < rest.endIndex ? String(rest[rest.index(after: path.endIndex)...]) : nil
  }

  /// The parameters of a query or of a form, decoded once, in order. `+` is a space in forms only.
  static func parameters(of query: String, isForm: Bool = false) -> [SentParameter] {
    query.split(separator: "&").prefix(parameterLimit).map { pair in
      let name = pair.prefix { $0 != "=" }
      let value = name.endIndex < pair.endIndex ? pair[pair.index(after: name.endIndex)...] : ""
      func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(isForm ? String(text.replacing("+", with: " ")) : String(text))
      }
      return SentParameter(name: decoded(name), value: decoded(value))
    }
  }

  /// Parameters that are read of one ping: ten times what any has.
  static let parameterLimit = 2000
}

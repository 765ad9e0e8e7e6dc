import HTTP

/// The headers that let the scripts of any web page send pings (Fetch, 3.3). The live page and the exports
/// never get them: pages of other origins must not read those.
enum CrossOrigin {
  /// The methods of pings.
  static let methods = "GET, POST, OPTIONS"

  /// Bytes of an origin, and of names of header fields, that are repeated.
  private static let (originLimit, namesLimit) = (1000, 4000)

  /// The header fields of an answer to a request with `headers`. A named origin is allowed also with
  /// credentials, which `navigator.sendBeacon` always sends: `*` matches no origin there (Fetch,
  /// 3.3.5).
  static func answer(to headers: HTTPHeaders) -> HTTPHeaders {
    guard let origin = headers["Origin"], !origin.isEmpty, origin.utf8.count <= originLimit else {
      return ["Access-Control-Allow-Origin": "*"]
    }
    return [
      "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true",
      "Vary": "Origin",
    ]
  }

  /// The header fields of the answer to a browser that asks whether a page may send a ping (Fetch, 4.8),
  /// also from a public site into a private network.
  static func preflight(to headers: HTTPHeaders) -> HTTPHeaders {
    var answer = answer(to: headers)
    answer["Access-Control-Allow-Methods"] = methods
    // With credentials `*` is the name of a field.
    answer["Access-Control-Allow-Headers"] =
      names(in: headers["Access-Control-Request-Headers"]) ?? "*"
    answer["Access-Control-Max-Age"] = "86400"
    answer["Access-Control-Allow-Private-Network"] = "true"
    return answer
  }

  /// A list of names as it was sent; nil when it is not valid.
  private static func names(in text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= namesLimit else { return nil }
    let isList = text.split(separator: ",").allSatisfy { part in
      HTTPHeaders.isName(part.filter { $0 != " " && $0 != "\t" })
    }
    return isList ? text : nil
  }
}

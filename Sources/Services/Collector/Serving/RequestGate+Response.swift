import HTTP

extension RequestGate.Refusal {
  /// The answer to a request that is refused. The server closes the connection when a body has not been read.
  var response: ServerResponse {
    switch self {
    case .target, .fields, .body: explanation.closing()
    case .method, .path, .coding, .type: explanation
    }
  }

  private var explanation: ServerResponse {
    switch self {
    case .method:
      var response = ServerResponse.text(405, "Pings come with GET or POST.")
      response.headers["Allow"] = CrossOrigin.methods
      return response
    case .path:
      return .text(
        404,
        "No ping goes here: pings go to /cgi-bin/gn, d, trans and the like."
      )
    case .target(let limit): return .text(414, "A URL has \(limit) bytes at most.")
    case .fields(let limit): return .text(431, "Header fields have \(limit) bytes at most.")
    case .body(let limit): return .text(413, "A body has \(limit) bytes at most.")
    case .coding(let name):
      var response = ServerResponse.text(
        415,
        "Bodies are not decoded: send it without the coding \(Self.quoted(name))."
      )
      // The coding that would be accepted instead (RFC 9110, 15.5.16).
      response.headers["Accept-Encoding"] = "identity"
      return response
    case .type(let name): return Self.foreign("A body of \(Self.quoted(name))")
    }
  }

  /// The answer to a body that holds no pings: `what` it is.
  static func foreign(_ what: String) -> ServerResponse {
    .text(
      415,
      "\(what) is not a ping: send parameters as in a query, or the URLs of pings, one a line or as an "
        + "array of JSON."
    )
  }

  /// A name that a client gave, as far as it is one.
  private static func quoted(_ name: String) -> String {
    let letters = name.prefix(60).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-+./_*".contains($0))
    }
    return "'\(letters)'"
  }
}

import HTTPTypes
import Hummingbird

extension RequestGate.Refusal {
  /// The answer to a request that is refused. When its body has not been read, `leavesBody`, the connection
  /// is closed.
  func response(leavesBody: Bool) -> Response {
    switch self {
    case .target, .fields, .body: explanation.closing()
    case .method, .path, .coding, .type: leavesBody ? explanation.closing() : explanation
    }
  }

  private var explanation: Response {
    switch self {
    case .method:
      var response = Response.text(.methodNotAllowed, "Pings come with GET or POST.")
      response.headers[.allow] = CrossOrigin.methods
      return response
    case .path:
      return .text(
        .notFound,
        "No ping goes here: pings go to /cgi-bin/gn, d, trans and the like."
      )
    case .target(let limit): return .text(.uriTooLong, "A URL has \(limit) bytes at most.")
    case .fields(let limit): return .text(.badRequest, "Header fields have \(limit) bytes at most.")
    case .body(let limit): return .text(.contentTooLarge, "A body has \(limit) bytes at most.")
    case .coding(let name):
      var response = Response.text(
        .unsupportedMediaType,
        "A body is taken as it is: send it without the coding \(Self.quoted(name))."
      )
      // What would be taken instead (RFC 9110, 15.5.16).
      response.headers[.acceptEncoding] = "identity"
      return response
    case .type(let name): return Self.foreign("A body of \(Self.quoted(name))")
    }
  }

  /// The answer to a body that holds no pings: `what` it is.
  static func foreign(_ what: String) -> Response {
    .text(
      .unsupportedMediaType,
      "\(what) is no ping: send parameters as in a query, or the URLs of pings, one a line or as an "
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

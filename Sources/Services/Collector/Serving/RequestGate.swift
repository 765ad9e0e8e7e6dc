import HTTP
import HTTPServer
import PingAnalysis
import Synchronization
import System

/// Checks the heads of requests, so that a client need not send the body of a request that is refused.
struct RequestGate: Sendable {
  enum Refusal: Sendable, Equatable {
    /// The method is not GET or POST.
    case method
    case path
    /// The path and query are longer than this number of bytes.
    case target(Int)
    /// The header fields are larger than this number of bytes.
    case fields(Int)
    /// The body is longer than this number of bytes.
    case body(Int)
    /// The body has a coding, such as `gzip`.
    case coding(String)
    /// The body has a type that cannot contain pings.
    case type(String)
  }

  let limits: CollectorLimits

  /// The reason why a request is refused for its size; nil if the size is accepted.
  func oversize(_ request: ServerRequest) -> Refusal? {
    guard request.target.utf8.count <= limits.targetLength else {
      return .target(limits.targetLength)
    }
    return request.headers.size <= limits.headerSize ? nil : .fields(limits.headerSize)
  }

  /// The reason why a request cannot be stored, whatever its body is; nil if the head of the request shows no reason.
  /// ``oversize(_:)`` has already checked the size of the head.
  func refusal(_ request: ServerRequest) -> Refusal? {
    // Other requests to production hosts are stored too.
    let isPing = PingRecognizer.isPing(request.plainURL)
    guard isPing || request.isForProduction else { return .path }
    guard request.method == "GET" || request.method == "POST" else { return .method }
    // A body with a declared length above the limit is refused before the client sends it.
    if let length = request.contentLength, length > limits.bodySize {
      return .body(limits.bodySize)
    }
    guard isPing, request.hasBody else { return nil }
    if let coding = request.codings.first { return .coding(coding) }
    return request.type.hasPrefix("multipart/") ? .type(request.type) : nil
  }
}

extension RequestGate.Refusal {
  /// The answer to a refused request. The server closes the connection if a body has not been read.
  var response: ServerResponse {
    switch self {
    case .target, .fields, .body: explanation.closing()
    case .method, .path, .coding, .type: explanation
    }
  }

  private var explanation: ServerResponse {
    switch self {
    case .method:
      var response = ServerResponse.text(405, "Send pings with GET or POST.")
      response.headers["Allow"] = CrossOrigin.methods
      return response
    case .path:
      return .text(
        404,
        "This is not a path for pings: send them to paths such as /cgi-bin/gn, /cgi-bin/d or /cgi-bin/trans."
      )
    case .target(let limit): return .text(414, "A URL may have at most \(limit) bytes.")
    case .fields(let limit): return .text(431, "Header fields may have at most \(limit) bytes.")
    case .body(let limit): return .text(413, "A body may have at most \(limit) bytes.")
    case .coding(let name):
      var response = ServerResponse.text(
        415,
        "Encoded bodies are not supported: send the body without the coding \(Self.quoted(name))."
      )
      // The supported coding (RFC 9110, 15.5.16).
      response.headers["Accept-Encoding"] = "identity"
      return response
    case .type(let name): return Self.foreign("A body of \(Self.quoted(name))")
    }
  }

  /// The answer to a body that is not a ping. `what` describes the body.
  static func foreign(_ what: String) -> ServerResponse {
    .text(
      415,
      "\(what) is not a ping: send parameters as in a query, or the URLs of pings, one per line or as a "
        + "JSON array."
    )
  }

  /// Quotes the characters of a client's text that can be part of the name of a coding or type.
  private static func quoted(_ name: String) -> String {
    let letters = name.prefix(60).filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-+./_*".contains($0))
    }
    return "'\(letters)'"
  }
}

/// Limits the number of requests per second from all clients. A burst may have as many requests as are allowed per
/// second.
final class RequestRate: Sendable {
  private struct State {
    /// The number of requests that may pass, in thousandths of a request. Each millisecond adds `rate` thousandths.
    var credit: Int64
    var time: Int64
  }

  private let rate: Int64
  private let uptime: @Sendable () -> Int64
  private let state: Mutex<State>

  /// Makes a limit of `rate` requests per second. `uptime` returns milliseconds.
  init(
    _ rate: Int,
    uptime: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  ) {
    self.rate = Int64(rate)
    self.uptime = uptime
    state = Mutex(State(credit: Int64(rate) * 1000, time: uptime()))
  }

  /// Counts a request. Returns whether it may pass now.
  func allow() -> Bool {
    let now = uptime()
    return state.withLock { state in
      let passed = min(max(0, now - state.time), 1000)
      state.time = max(now, state.time)
      state.credit = min(rate * 1000, state.credit + passed * rate)
      guard state.credit >= 1000 else { return false }
      state.credit -= 1000
      return true
    }
  }
}

import HTTP
import HTTPServer
import PingAnalysis
import Synchronization
import System

/// Judges requests before their bodies are read: clients must not send bodies that are not wanted.
struct RequestGate: Sendable {
  /// Why a request is refused.
  enum Refusal: Sendable, Equatable {
    /// Its method is not one of pings.
    case method
    /// Nothing is at its path.
    case path
    /// Its path and query are longer than this many bytes.
    case target(Int)
    /// Its header fields have more than this many bytes.
    case fields(Int)
    /// Its body is longer than this many bytes.
    case body(Int)
    /// Its body is in a coding, such as `gzip`.
    case coding(String)
    /// Its body is of a type that holds no pings.
    case type(String)
  }

  let limits: CollectorLimits

  /// Why a request of any kind is refused; nil: it is not.
  func oversize(_ request: ServerRequest) -> Refusal? {
    guard request.target.utf8.count <= limits.targetLength else {
      return .target(limits.targetLength)
    }
    return request.headers.size <= limits.headerSize ? nil : .fields(limits.headerSize)
  }

  /// Why nothing of a request is stored, for any body; nil: it may be. Its size has been judged.
  func refusal(_ request: ServerRequest) -> Refusal? {
    // The path, or the host, is one of pings. Other requests to production hosts are kept too.
    let isPing = PingRecognizer.isPing(request.plainURL)
    guard isPing || request.isForProduction else { return .path }
    guard request.method == "GET" || request.method == "POST" else { return .method }
    // A length that was promised must not be waited for.
    if let length = request.contentLength, length > limits.bodySize {
      return .body(limits.bodySize)
    }
    guard isPing, request.hasBody else { return nil }
    if let coding = request.codings.first { return .coding(coding) }
    return request.type.hasPrefix("multipart/") ? .type(request.type) : nil
  }
}

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

/// Lets this many requests pass a second, over all clients; what was left of the last second may
/// come at once.
final class RequestRate: Sendable {
  private struct State {
    /// Requests that may pass, in thousandths: the requests per second are added every millisecond.
    var credit: Int64
    var time: Int64
  }

  private let rate: Int64
  private let uptime: @Sendable () -> Int64
  private let state: Mutex<State>

  /// `uptime` gives milliseconds.
  init(
    _ rate: Int,
    uptime: @escaping @Sendable () -> Int64 = { MonotonicClock.milliseconds }
  ) {
    self.rate = Int64(rate)
    self.uptime = uptime
    state = Mutex(State(credit: Int64(rate) * 1000, time: uptime()))
  }

  /// Whether a request may pass now.
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

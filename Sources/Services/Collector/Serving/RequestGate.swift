import HTTP
import PingAnalysis

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

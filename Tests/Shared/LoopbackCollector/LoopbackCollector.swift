import TestServer

/// A collector of pings on 127.0.0.1: a `TestServer` that runs until it is stopped, counts requests over all paths, and
/// by default answers 204.
public final class LoopbackCollector: Sendable {
  /// A request as received.
  public struct Request: Sendable, Equatable {
    /// The path and query as sent.
    public var uri: String
    /// The HTTP method, such as `GET`.
    public var method: String
    /// The header field `Host`.
    public var host: String
    /// The header field `User-Agent`.
    public var userAgent: String
    /// The number of the connection, from 0.
    public var connection: Int

    fileprivate init(_ request: TestRequest) {
      uri = request.target
      method = request.method
      host = request["host"] ?? ""
      userAgent = request["user-agent"] ?? ""
      connection = request.connection
    }
  }

  /// The answer to a request.
  public struct Answer: Sendable {
    public var status = 204
    public var headers: [(String, String)] = []
    public var body = ""
    /// Whether the request gets no response, while the connection stays open.
    public var isSilent = false
    /// Whether the connection is closed instead of sending a response.
    public var closes = false

    public init(_ status: Int = 204, headers: [(String, String)] = []) {
      self.status = status
      self.headers = headers
    }

    /// An answer that redirects the client.
    public static func redirect(_ status: Int = 302, to location: String) -> Answer {
      Answer(status, headers: [("Location", location)])
    }

    /// No answer, while the connection stays open.
    public static var silence: Answer {
      var answer = Answer()
      answer.isSilent = true
      return answer
    }

    /// Closing the connection instead of sending a response.
    public static var hangUp: Answer {
      var answer = Answer()
      answer.closes = true
      return answer
    }

    fileprivate var response: TestResponse {
      TestResponse(status: status, headers: headers.map { $0 }, body: Array(body.utf8)).with {
        $0.isSilent = isSilent
        $0.hangsUp = closes
      }
    }
  }

  private let server: TestServer

  /// Listens on a free port, or on `port`. `answer` is called with the number of the request, from 0, and its path and
  /// query, on the thread of the connection.
  public init(
    port: Int = 0,
    _ answer: @escaping @Sendable (_ index: Int, _ uri: String) -> Answer = { _, _ in Answer() }
  ) async throws {
    server = try TestServer(port: port) { request, index in answer(index, request.target).response }
  }

  /// The port on which the collector listens.
  public var port: Int { server.port }

  /// The URL of the server.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in order.
  public var requests: [Request] { server.requests.map(Request.init) }

  /// The paths and queries of the requests so far, in order.
  public var uris: [String] { requests.map(\.uri) }

  /// Returns when at least `count` requests were received.
  public func requests(_ count: Int) async -> [Request] {
    await server.requests(count).map(Request.init)
  }

  /// Stops listening. Open connections stay open.
  public func stop() async throws { server.stopListening() }
}

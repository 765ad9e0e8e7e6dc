import Formats
import HTTP
import HTTPServer

/// Writes requests as HAR 1.2.
enum HARDocument {
  static func opening(_ name: String, _ version: String) -> [UInt8] {
    let creator = JSONValue.object([
      .init("name", .string(name)), .init("version", .string(version)),
    ])
    return Array(
      "{\"log\":{\"version\":\"1.2\",\"creator\":\(creator.text),\"pages\":[],\"entries\":[\n".utf8
    )
  }

  static let closing = Array("\n]}}\n".utf8)

  /// A request with its answer. If the request is not a ping, the answer of the production host is unknown and the
  /// status is 0, as in the exports of browsers.
  static func entry(_ request: StoredRequest, isAnswerKnown: Bool) -> JSONValue {
    .object([
      .init("startedDateTime", JSONValue(UTCTime.milliseconds(Double(request.received) / 1000))),
      .init("time", .integer(0)),
      .init("request", json(request)),
      .init("response", response(isAnswerKnown ? request.status : 0)),
      .init("cache", .object([])),
      .init("timings", times),
    ])
  }

  private static func json(_ request: StoredRequest) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("method", .string(request.method)),
      .init("url", .string(request.url)),
      .init("httpVersion", .string("HTTP/1.1")),
      .init("cookies", .array([])),
      .init("headers", .array(request.headers.map { pair($0.name, $0.value) })),
      .init("queryString", .array(query(of: request.url))),
      .init("headersSize", .integer(-1)),
      .init("bodySize", JSONValue(request.body?.count ?? 0)),
    ]
    if let text = request.text {
      let type = request.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
      members.append(
        .init(
          "postData",
          .object([.init("mimeType", .string(type)), .init("text", .string(text))])
        )
      )
    }
    return .object(members)
  }

  /// The names and values as written in the URL.
  private static func query(of url: String) -> [JSONValue] {
    guard let start = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: start)...].split(separator: "&").map { part in
      let name = part.prefix { $0 != "=" }
      return pair(String(name), String(part.dropFirst(name.count + 1)))
    }
  }

  private static func response(_ status: Int) -> JSONValue {
    .object([
      .init("status", JSONValue(status)),
      .init("statusText", .string(ServerResponse.reason(of: status))),
      .init("httpVersion", .string("HTTP/1.1")),
      .init("cookies", .array([])),
      .init("headers", .array([])),
      .init(
        "content",
        .object([.init("size", .integer(0)), .init("mimeType", .string(""))])
      ),
      .init("redirectURL", .string("")),
      .init("headersSize", .integer(-1)),
      .init("bodySize", .integer(-1)),
    ])
  }

  private static let times = JSONValue.object([
    .init("send", .integer(0)), .init("wait", .integer(0)), .init("receive", .integer(0)),
  ])

  private static func pair(_ name: String, _ value: String) -> JSONValue {
    .object([.init("name", .string(name)), .init("value", .string(value))])
  }
}

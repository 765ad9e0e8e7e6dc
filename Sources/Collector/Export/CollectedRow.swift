import PingAnalysis
import Results

/// A line of an export: a ping with the names that `id3tap pings` gives, and how it came.
struct CollectedRow {
  let input: String
  let index: Int
  let ping: StoredPing

  init(input: String, index: Int, _ ping: StoredPing) {
    self.input = input
    self.index = index
    self.ping = ping
  }

  var json: JSONValue {
    let request = ping.request
    let body = Self.body(of: ping)
    return .object([
      .init("input", .string(input)),
      .init("index", JSONValue(index)),
      .init("product", .string(ping.product)),
      .init("type", JSONValue(ping.type)),
      .init("time", .null),
      .init("createTime", JSONValue(ping.createTime)),
      .init("sendTime", JSONValue(ping.sendTime)),
      .init("endpoint", .string(ping.endpoint)),
      .init("url", .string(request.url)),
      .init(
        "parameters",
        .array((ping.sent?.parameters ?? []).map { .array([.string($0.name), .string($0.value)]) })
      ),
      .init("receivedAt", JSONValue(UTCTime.milliseconds(Double(request.received) / 1000))),
      .init("app", .string(ping.app)),
      .init("session", .string(ping.session)),
      .init("method", .string(request.method)),
      .init("body", JSONValue(body)),
      .init(
        "headers",
        .array(request.headers.map { .array([.string($0.name), .string($0.value)]) })
      ),
      .init("peer", .string(request.peer)),
      .init("status", JSONValue(request.status)),
    ])
  }

  /// Of a body with several pings the line of this one.
  private static func body(of ping: StoredPing) -> String? {
    guard let text = ping.request.text else { return nil }
    let lines = PingRecognizer.bodies(of: ping.request.captured)
    guard lines.count > 1, lines.indices.contains(ping.part) else { return text }
    return lines[ping.part]
  }
}

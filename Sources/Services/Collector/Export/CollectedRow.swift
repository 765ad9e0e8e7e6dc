import Formats
import PingAnalysis

/// A line of an export: a ping with the names that `id3tap pings` gives, and how it came.
struct CollectedRow {
  let input: String
  let index: Int
  let ping: StoredPing
  /// The ping as it was sent; nil when its request has changed.
  let sent: SentPing?
  /// The part of the request's body for this ping, as text; nil without a body.
  let body: String?

  /// A row about `ping`, which `decoder` reads.
  init(input: String, index: Int, _ ping: StoredPing, _ decoder: inout StoredPingDecoder) {
    self.input = input
    self.index = index
    self.ping = ping
    sent = decoder.sent(ping)
    body = decoder.body(of: ping)
  }

  var json: JSONValue {
    let request = ping.request
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
        .array((sent?.parameters ?? []).map { .array([.string($0.name), .string($0.value)]) })
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
}

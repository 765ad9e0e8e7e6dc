import Formats
import PingAnalysis

/// A request with its decoded pings, ready to be stored.
struct Arrival: Sendable {
  /// When the request arrived, in milliseconds since 1970.
  var received: Int64
  var peer: String
  var method: String
  /// The URL as the client probably wrote it: scheme, host, path and query.
  var url: String
  /// The header fields as JSON: an array of names and values.
  var headers: String
  /// The body; nil if the request has no body or is not a ping.
  var body: [UInt8]?
  var status: Int
  /// The pings. If there are none, the request was sent to a production host but is not a ping, and is stored in a
  /// separate table.
  var pings: [ArrivingPing]

  /// The approximate size of the request in memory, in bytes.
  var size: Int {
    url.utf8.count + headers.utf8.count + (body?.count ?? 0) + 200
      + pings.reduce(0) { $0 + $1.size }
  }
}

/// A ping in its stored form.
struct ArrivingPing: Sendable, Equatable {
  var endpoint: String
  var product: String
  var type: String?
  var app: String
  var session: String
  /// The create time in Unix seconds; nil if the ping has none.
  var createTime: Int64?
  var sendTime: Int64?
  /// The parameters as JSON: an array of names and decoded values.
  var parameters: String

  /// The approximate size of the ping in memory, in bytes.
  var size: Int {
    endpoint.utf8.count + (type?.utf8.count ?? 0) + app.utf8.count + session.utf8.count
      + parameters.utf8.count + 200
  }

  /// The maximum length, in bytes, of the ids, types and paths stored for lists and filters.
  private static let wordLimit = 200

  init(_ ping: SentPing) {
    endpoint = Self.word(ping.endpoint)
    product = ping.product.rawValue
    type = ping.type.map(Self.word)
    app = Self.word(Self.app(of: ping))
    session = Self.word(ping.plain("sessionId") ?? "")
    createTime = ping.number("c61")
    sendTime = ping.number("c62")
    parameters = Self.json(ping.parameters)
  }

  /// The id of the app: `c13`, `appId` (in the Cloud API) or, if both are missing, `pc`. In some products, `pc` is
  /// `NA`, which is not an id.
  private static func app(of ping: SentPing) -> String {
    if let id = ping.plain("c13") ?? ping.plain("appId") { return id }
    let id = ping.plain("pc") ?? ""
    return id == "NA" ? "" : id
  }

  private static func word(_ text: String) -> String {
    guard text.utf8.count > wordLimit else { return text }
    return String(decoding: text.utf8.prefix(wordLimit), as: UTF8.self)
  }

  private static func json(_ parameters: [QueryParameter]) -> String {
    JSONPairs.text(parameters.lazy.map { ($0.name, $0.value) })
  }
}

/// Pairs of strings as JSON: `[["a","b"],["c","d"]]`.
enum JSONPairs {
  static func text(_ pairs: some Sequence<(String, String)>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for (name, value) in pairs {
      bytes += (isFirst ? "[" : ",[").utf8
      isFirst = false
      JSONValue.append(name, to: &bytes)
      bytes.append(UInt8(ascii: ","))
      JSONValue.append(value, to: &bytes)
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The pairs in `text`. Parts of another form are ignored, because another program may have changed the database.
  static func pairs(_ text: String) -> [(name: String, value: String)] {
    do {
      return try JSONValue(parsing: text.utf8).elements.compactMap { pair in
        let parts = pair.elements.compactMap(\.stringValue)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }
    } catch {
      return []
    }
  }
}

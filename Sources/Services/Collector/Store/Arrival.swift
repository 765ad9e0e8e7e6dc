import Formats
import PingAnalysis

/// A request with its pings, ready to be stored.
struct Arrival: Sendable {
  /// When it came, in milliseconds since 1970.
  var received: Int64
  /// The address of the client.
  var peer: String
  var method: String
  /// As the client may have written it: scheme, host, path and query.
  var url: String
  /// An array of names and values, as JSON.
  var headers: String
  /// Nil without one.
  var body: [UInt8]?
  /// The status of the answer.
  var status: Int
  /// None of a request to a production host that is not a ping, which is kept apart.
  var pings: [ArrivingPing]

  /// About how many bytes it takes.
  var size: Int {
    url.utf8.count + headers.utf8.count + (body?.count ?? 0) + 200
      + pings.reduce(0) { $0 + $1.size }
  }
}

/// A ping of a request.
struct ArrivingPing: Sendable, Equatable {
  var endpoint: String
  var product: String
  var type: String?
  var app: String
  var session: String
  /// In Unix seconds; nil when it says none.
  var createTime: Int64?
  var sendTime: Int64?
  /// An array of names and decoded values, as JSON.
  var parameters: String

  /// About how many bytes it takes, with the fields around its texts.
  var size: Int {
    endpoint.utf8.count + (type?.utf8.count ?? 0) + app.utf8.count + session.utf8.count
      + parameters.utf8.count + 200
  }

  /// The largest id, type or path in bytes that is kept for lists and filters.
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

  /// The id of the app: `c13`, else `pc`, which is `NA` in other products; of the Cloud API `appId`.
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

/// Pairs of texts as JSON: `[["a","b"],["c","d"]]`.
enum JSONPairs {
  /// The text for `pairs`.
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

  /// The pairs of a text; none when another program has changed the database.
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

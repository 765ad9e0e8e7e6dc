import Formats

/// A ping that an app or the engine sent.
package struct SentPing: Sendable, Equatable {
  /// The product of a ping. Raw values are the product names in `ping-fields.json`, except for `census`, `cloud` and
  /// `unknown`.
  package enum Product: String, Sendable {
    case dcr, dtvr, id3, tsv, session, error, emm, metadata, audit
    case page = "static"
    /// A request for the configuration, which rehearsals do not count as a ping.
    case configuration = "config"
    /// The site census of browsers, `/cgi-bin/m`, which the dictionary does not describe.
    case census
    /// The Cloud API, with events as JSON.
    case cloud
    /// A known endpoint whose parameters do not identify a product.
    case unknown
  }

  /// The URL as captured: the request's URL, or a URL in its body.
  package var url: String
  /// The host of the URL. Empty if the URL is only a path, as in an access log.
  package var host: String
  /// The part of the path that identifies the endpoint: `/cgi-bin/` and a name, the path from `/nmapi/` on, or `/`.
  package var endpoint: String
  package var product: Product
  /// The ping type, such as `view` or `duration`. Nil if unknown.
  package var type: String?
  /// The parameters of the URL, then those of the body. For the Cloud API, the values that `CloudPing` finds.
  package var parameters: [QueryParameter]
  /// Whether the request has a body that can contain parameters.
  package var hasBody: Bool
  /// The time of the request in Unix seconds, by the recorder's clock.
  package var sentAt: Double?
  /// The position in the capture, such as `line 3` or `entry 12`.
  package var place: String?

  init(
    _ request: CapturedRequest,
    _ url: SplitURL,
    _ endpoint: String,
    _ product: Product,
    _ parameters: [QueryParameter],
    hasBody: Bool
  ) {
    self.url = request.url
    host = url.host
    self.endpoint = endpoint
    self.product = product
    self.parameters = parameters
    self.hasBody = hasBody
    sentAt = request.sentAt
    place = request.place
  }

  /// The decoded value of the first parameter called `name`, including its key.
  package subscript(name: String) -> String? { parameters.value(of: name) }

  /// The value of a parameter without its key. Nil if the parameter is missing or blank. Only numbered parameters
  /// (`c27`) have keys.
  package func plain(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    let text = Self.hasKey(name) ? Self.withoutKey(value) : value
    return text.isEmpty ? nil : text
  }

  /// The value of a parameter as an integer, without its key, clamped to ±`largestNumber`. Nil if the value is not an
  /// integer.
  package func number(_ name: String) -> Int64? {
    guard let text = plain(name) else { return nil }
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard text.utf8.count - digits.count <= 1, !digits.isEmpty,
      digits.allSatisfy(\.isDigit)
    else { return nil }
    let isNegative = text.hasPrefix("-")
    let number = Int64(text) ?? (isNegative ? .min : .max)
    return min(max(number, -Self.largestNumber), Self.largestNumber)
  }

  /// The maximum absolute value of a number: more than any number of seconds or milliseconds, but small enough that
  /// sums and differences do not overflow.
  static let largestNumber: Int64 = 1_000_000_000_000_000

  /// Whether the values of a parameter begin with a key.
  static func hasKey(_ name: String) -> Bool {
    guard name.utf8.first == UInt8(ascii: "c"), name.utf8.count > 1 else { return false }
    return name.utf8.dropFirst().allSatisfy {
      $0.isDigit
    }
  }

  private static func withoutKey(_ value: String) -> String {
    value[...].cut(at: UInt8(ascii: ",")).map { String($0.after) } ?? value
  }
}

extension SentPing {
  /// The time at which the ping was made, in Unix seconds: from `c61`, or else from `rnd` (in milliseconds), or else
  /// the capture time.
  package var madeAt: Double? { ownTime ?? sentAt }

  /// The time that the ping itself contains, in Unix seconds: from `c61`, else from `rnd` in milliseconds. Nil if the
  /// ping has neither.
  var ownTime: Double? {
    if let seconds = number("c61"), seconds > 0 { return Double(seconds) }
    if let text = plain("rnd"), text.utf8.count == 13, let milliseconds = Int64(text) {
      return Double(milliseconds) / 1000
    }
    return nil
  }

  /// The parsed credit string. Nil if `cr` is missing or not valid.
  package var credit: SentCreditString? {
    plain("cr").flatMap { SentCreditString($0, of: product) }
  }
}

extension SentPing {
  /// Whether this is a DCR ping about content.
  package var isContent: Bool { product == .dcr && plain("c3") == "c" }
  /// Whether this is a DCR ping about an ad.
  package var isAd: Bool { product == .dcr && plain("c3") == "a" }
  /// Whether the user had opted out when the ping was made.
  package var isOptedOut: Bool { ["1", "true"].contains(self["uoo"]) }

  /// The id of the app session, which is one launch of an app. Nil if the ping lacks it.
  package var session: String? { plain("sessionId") }
  /// The id of the viewing, which is content with its ads. Nil if this is not a DCR ping, or it lacks the id.
  package var viewing: String? { product == .dcr ? plain("c59") : nil }

  /// Equal for two copies of a ping that was sent again: `rnd` is new in each ping, and only the send time and the
  /// number of attempts change. Nil if the ping has no `rnd`, because a different ping may have the same values.
  package var repeatKey: RepeatKey? { plain("rnd") == nil ? nil : RepeatKey(self) }

  /// Whether the ping was queued before it was sent, and may therefore arrive after later pings.
  var wasQueued: Bool {
    if plain("crs") == "1" { return true }
    if let sent = number("c62"), let made = number("c61"), sent - made > 5 { return true }
    return retries ?? 0 > 0
  }

  /// The number of earlier attempts to send the ping, from `sdd`. Nil if absent.
  package var retries: Int? {
    (self["sdd"] ?? "").split(separator: "~~").first { $0.hasPrefix("retry,") }
      .flatMap { Int($0.dropFirst(6)) }
  }
}

/// Identifies copies of a ping that was sent again. An app sends again if it gets no answer, and a proxy records both
/// copies.
package struct RepeatKey: Hashable, Sendable {
  /// The parameters that change with each attempt.
  private static let attempt: Set<String> = ["c62", "sdd", "retry"]

  private let endpoint: String
  private let parameters: [QueryParameter]

  fileprivate init(_ ping: SentPing) {
    endpoint = ping.endpoint
    parameters = ping.parameters.filter { !Self.attempt.contains($0.name) }
  }
}

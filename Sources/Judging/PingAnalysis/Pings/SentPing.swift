import Formats

/// A ping that an app, or the engine, sent.
package struct SentPing: Sendable, Equatable {
  /// Where a ping goes to, in the words of `ping-fields.json`.
  package enum Product: String, Sendable {
    case dcr, dtvr, id3, tsv, session, error, emm, metadata, audit
    case page = "static"
    /// The request for the configuration, which does not count as a ping in rehearsals.
    case configuration = "config"
    /// The site census of browsers, `/cgi-bin/m`: distinguished, not in the dictionary.
    case census
    /// The Cloud API: events as JSON.
    case cloud
    /// A known endpoint without information about the product.
    case unknown
  }

  /// The request's URL, without what a browser would not send.
  package var url: String
  /// Its host; empty in an access log.
  package var host: String
  /// The path, from `/cgi-bin/` on: `/cgi-bin/gn`.
  package var endpoint: String
  /// The product of the ping.
  package var product: Product
  /// The type: `view`, `duration` and so on; nil when unknown.
  package var type: String?
  /// The parameters in the order of the URL, then those of the body.
  package var parameters: [QueryParameter]
  /// Whether parameters came in the body of a POST.
  package var hasBody: Bool
  /// When it was sent, in Unix seconds, by the clock of the capture.
  package var sentAt: Double?
  /// Where it is in the capture.
  package var place: String?

  /// A ping of a request, or of a part of it.
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

  /// The decoded value of the first parameter called `name`, its key included.
  package subscript(name: String) -> String? { parameters.value(of: name) }

  /// The value of a parameter without its key; nil when there is none or it is blank. Only the
  /// numbered parameters (`c27`) have keys.
  package func plain(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    let text = Self.hasKey(name) ? Self.withoutKey(value) : value
    return text.isEmpty ? nil : text
  }

  /// The whole number that a parameter holds without its key, at most `largestNumber` above or below 0; nil
  /// when it holds something else.
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

  /// Larger than any count of seconds or milliseconds, and small enough to add and subtract without a
  /// thought.
  static let largestNumber: Int64 = 1_000_000_000_000_000

  /// Whether a parameter is one of those whose values begin with a key.
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
  /// When the ping was made: `c61`, else the milliseconds of `rnd`, else when the capture saw it.
  /// Unix seconds.
  package var madeAt: Double? { ownTime ?? sentAt }

  /// When the ping says that it was made: `c61`, else the milliseconds of `rnd`. Unix seconds; nil when
  /// it says nothing.
  var ownTime: Double? {
    if let seconds = number("c61"), seconds > 0 { return Double(seconds) }
    if let text = plain("rnd"), text.utf8.count == 13, let milliseconds = Int64(text) {
      return Double(milliseconds) / 1000
    }
    return nil
  }

  /// The credit string, taken apart.
  package var credit: SentCreditString? {
    plain("cr").flatMap { SentCreditString($0, of: product) }
  }
}

/// What a ping is about: one reading for lints, comparison and rehearsal.
extension SentPing {
  /// Whether it is a DCR ping about content.
  package var isContent: Bool { product == .dcr && plain("c3") == "c" }
  /// Whether it is a DCR ping about an ad.
  package var isAd: Bool { product == .dcr && plain("c3") == "a" }
  /// Whether the user had opted out when the ping was made.
  package var isOptedOut: Bool { ["1", "true"].contains(self["uoo"]) }

  /// The app session that it belongs to, one launch of an app; nil where it does not say.
  package var session: String? { plain("sessionId") }
  /// The viewing that a DCR ping belongs to: content with its ads; nil where it does not say.
  package var viewing: String? { product == .dcr ? plain("c59") : nil }

  /// `rnd` is new in each ping and stays when it is sent again, as everything does but when and how often it was sent. Nil
  /// without `rnd`: it cannot be distinguished from another one with the same values.
  package var repeatKey: RepeatKey? { plain("rnd") == nil ? nil : RepeatKey(self) }

  /// Whether the ping waited in a queue before it was sent: it can arrive after younger ones.
  var wasQueued: Bool {
    if plain("crs") == "1" { return true }
    if let sent = number("c62"), let made = number("c61"), sent - made > 5 { return true }
    return retries ?? 0 > 0
  }

  /// The number of tries before this one, `sdd`; nil where it says nothing.
  package var retries: Int? {
    (self["sdd"] ?? "").split(separator: "~~").first { $0.hasPrefix("retry,") }
      .flatMap { Int($0.dropFirst(6)) }
  }
}

/// Equal for a ping and the same ping sent again: an app that got no answer does so, and a proxy records both.
package struct RepeatKey: Hashable, Sendable {
  /// Parameters that each attempt to send fills in.
  private static let attempt: Set<String> = ["c62", "sdd", "retry"]

  private let endpoint: String
  private let parameters: [QueryParameter]

  fileprivate init(_ ping: SentPing) {
    endpoint = ping.endpoint
    parameters = ping.parameters.filter { !Self.attempt.contains($0.name) }
  }
}

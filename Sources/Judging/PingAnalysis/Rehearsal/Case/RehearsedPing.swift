import Formats

/// A ping of the capture, with its request and answer.
package struct RehearsedPing: Sendable {
  /// The position among the pings of the capture, from 0: the `index` of `explain`.
  package let index: Int
  package let ping: SentPing
  /// The time of arrival, by the clock of the capture, in Unix seconds.
  package let arrivedAt: Double?
  package let userAgent: String?
  /// The status code of the answer.
  package let status: Int?
  /// The body of the answer.
  package let response: String?
  /// Whether a browser sent the ping, such as that of a Chromecast receiver, rather than an app on the device.
  /// If one ping of an app session shows it, all pings of the session are a browser's.
  package internal(set) var isFromBrowser: Bool

  // Values that many items need are read once.

  /// The parts of `cr`; nil when it is missing or not valid.
  package let credit: SentCreditString?
  /// The time at which the ping was made: `c61`, otherwise `rnd`, otherwise its arrival. In Unix seconds.
  package let madeAt: Double
  /// The start of the span, `c64`, in Unix seconds; nil for products without it.
  package let spanStart: Double?
  /// The credited seconds, `c27`.
  package let creditedSeconds: Int64

  package init(index: Int, _ ping: SentPing, _ exchange: CapturedExchange) {
    self.index = index
    self.ping = ping
    arrivedAt = exchange.request.sentAt
    userAgent = exchange.userAgent
    status = exchange.status
    response = exchange.response
    isFromBrowser = Self.showsBrowser(ping)
    credit = ping.credit
    madeAt = ping.madeAt ?? 0
    spanStart = ping.number("c64").flatMap { $0 > 0 ? Double($0) : nil }
    creditedSeconds = ping.number("c27") ?? 0
  }

  /// Whether the SDK is that of a browser: `ai` and `aa` are apps, `bj` is a browser. Other SDKs, such as our engine, have
  /// the access method 0 in browsers. Session pings have none.
  private static func showsBrowser(_ ping: SentPing) -> Bool {
    switch (ping.plain("c16") ?? "").prefix(2) {
    case "bj": true
    case "ai", "aa": false
    default: ping.plain("ad") == "0"
    }
  }

  /// The value of a parameter without its key; empty when it is blank or missing.
  package subscript(name: String) -> String { ping.plain(name) ?? "" }

  /// The whole number in a parameter; nil when it has none.
  package func number(_ name: String) -> Int64? { ping.number(name) }

  /// Whether the ping is marked as opted out.
  package var isOptedOut: Bool { ping.isOptedOut }

  package var isContent: Bool { ping.isContent }
  package var isAd: Bool { ping.isAd }
  package var isStatic: Bool { ping.product == .page }
  package var isDTVR: Bool { ping.product == .dtvr }
  package var isRaw: Bool { ping.product == .id3 }
  package var isLookup: Bool { ping.product == .tsv }
  package var isSession: Bool { ping.product == .session }
  package var isError: Bool { ping.product == .error }
  /// Whether the ping is a view by its credit string: V, or for a page also `cr=V` alone.
  package var isView: Bool { credit?.prefix == "V" || isStatic && self["cr"] == "V" }
  /// Whether the ping is a timer by its credit string: D, or for a page also `cr=D` alone.
  package var isTimer: Bool { credit?.prefix == "D" || isStatic && self["cr"] == "D" }

  /// Whether the ping says that the content is live, `c58`.
  var isLive: Bool { self["c58"] == "true" }

  /// The time at which the ping was made, as text; nil when unknown.
  package var time: String? { madeAt > 0 ? UTCTime.text(madeAt) : nil }

  /// Parameters with their values, such as `cr=4_00_99_D2_11111 davty=1`.
  func shown(_ names: String...) -> String {
    names.map { "\($0)=\(self[$0])" }.joined(separator: " ")
  }
}

extension Sequence<RehearsedPing> {
  /// The sum of the credited seconds.
  var creditedSeconds: Int64 { reduce(0) { $0 + $1.creditedSeconds } }

  /// The pings after a given one.
  func following(_ ping: RehearsedPing) -> [RehearsedPing] {
    Array(drop { $0.index != ping.index }.dropFirst())
  }

  /// The pings without repetitions of earlier ones.
  var withoutRepeats: [RehearsedPing] { withoutRepeats(of: \.ping) }
}

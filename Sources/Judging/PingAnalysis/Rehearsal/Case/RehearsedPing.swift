import Formats

/// A ping of the capture, with its User-Agent and response.
package struct RehearsedPing: Sendable {
  /// The position of the ping in the capture, from 0, as `explain` counts it.
  package let index: Int
  package let ping: SentPing
  /// The time of arrival in Unix seconds, by the recorder's clock.
  package let arrivedAt: Double?
  package let userAgent: String?
  package let status: Int?
  package let response: String?
  /// Whether a browser sent the ping, such as that of a Chromecast receiver. True for all pings of an app session if
  /// one of them shows a browser.
  package internal(set) var isFromBrowser: Bool

  // The following values are computed once, because many items need them.

  /// The parsed `cr`. Nil if it is missing or not valid.
  package let credit: SentCreditString?
  /// When the ping was made, in Unix seconds: from `c61`, else from `rnd`, else the arrival time. 0 if unknown.
  package let madeAt: Double
  /// The start of the measured span, `c64`, in Unix seconds. Nil if `c64` is missing or not positive.
  package let spanStart: Double?
  /// The credited seconds, `c27`. 0 if unknown.
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

  /// Whether the SDK runs in a browser: `ai` and `aa` in `c16` mean an app, `bj` means a browser. Other SDKs, such as
  /// `id3tap`'s engine, send access method 0 from browsers. Session pings lack the access method.
  private static func showsBrowser(_ ping: SentPing) -> Bool {
    switch (ping.plain("c16") ?? "").prefix(2) {
    case "bj": true
    case "ai", "aa": false
    default: ping.plain("ad") == "0"
    }
  }

  /// The value of a parameter without its key. Empty if blank or missing.
  package subscript(name: String) -> String { ping.plain(name) ?? "" }

  package func number(_ name: String) -> Int64? { ping.number(name) }

  package var isOptedOut: Bool { ping.isOptedOut }

  package var isContent: Bool { ping.isContent }
  package var isAd: Bool { ping.isAd }
  package var isStatic: Bool { ping.product == .page }
  package var isDTVR: Bool { ping.product == .dtvr }
  package var isRaw: Bool { ping.product == .id3 }
  package var isLookup: Bool { ping.product == .tsv }
  package var isSession: Bool { ping.product == .session }
  package var isError: Bool { ping.product == .error }
  /// Whether the ping is a view: V in the credit string, or for a page also `cr=V` alone.
  package var isView: Bool { credit?.prefix == "V" || isStatic && self["cr"] == "V" }
  /// Whether the ping is a timer: D in the credit string, or for a page also `cr=D` alone.
  package var isTimer: Bool { credit?.prefix == "D" || isStatic && self["cr"] == "D" }

  /// Whether the content is live, according to `c58`.
  var isLive: Bool { self["c58"] == "true" }

  /// The time at which the ping was made, as UTC text. Nil if unknown.
  package var time: String? { madeAt > 0 ? UTCTime.text(madeAt) : nil }

  /// Parameters with their values, such as `cr=4_00_99_D2_11111 davty=1`.
  func shown(_ names: String...) -> String {
    names.map { "\($0)=\(self[$0])" }.joined(separator: " ")
  }
}

extension Sequence<RehearsedPing> {
  var creditedSeconds: Int64 { reduce(0) { $0 + $1.creditedSeconds } }

  func following(_ ping: RehearsedPing) -> [RehearsedPing] {
    Array(drop { $0.index != ping.index }.dropFirst())
  }

  var withoutRepeats: [RehearsedPing] { withoutRepeats(of: \.ping) }
}

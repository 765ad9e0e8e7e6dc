import Formats

/// A ping of the capture with what is known of its way.
package struct RehearsedPing: Sendable {
  /// Its place among the pings of the capture, from 0: the `index` of `explain`.
  package let index: Int
  package let ping: SentPing
  /// When it arrived, by the clock of the capture, in Unix seconds.
  package let arrivedAt: Double?
  package let userAgent: String?
  /// The status of the answer.
  package let status: Int?
  /// The body of the answer.
  package let response: String?
  /// Whether a browser made it, as a Chromecast receiver is one, and not an app on the device itself.
  /// Where a ping of an app session shows it, all of that session are a browser's.
  package internal(set) var isFromBrowser: Bool

  // What many items ask for is read once.

  /// The parts of `cr`; nil without, or in another form.
  package let credit: SentCreditString?
  /// When it was made: `c61`, else `rnd`, else its arrival. Unix seconds.
  package let madeAt: Double
  /// Where its span begins, `c64`; nil for products that have none.
  package let spanStart: Double?
  /// The seconds it credits, `c27`.
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

  /// By the SDK: `ai` and `aa` are apps, `bj` is a browser. Another one, such as our own engine in both
  /// places, by its access method: 0 in browsers. Session pings have none.
  private static func showsBrowser(_ ping: SentPing) -> Bool {
    switch (ping.plain("c16") ?? "").prefix(2) {
    case "bj": true
    case "ai", "aa": false
    default: ping.plain("ad") == "0"
    }
  }

  /// The value of a parameter without its key; empty when it is blank or absent.
  package subscript(name: String) -> String { ping.plain(name) ?? "" }

  /// The whole number that a parameter holds; nil when it holds none.
  package func number(_ name: String) -> Int64? { ping.number(name) }

  /// Whether it is marked as opted out.
  package var isOptedOut: Bool { ping.isOptedOut }

  package var isContent: Bool { ping.isContent }
  package var isAd: Bool { ping.isAd }
  package var isStatic: Bool { ping.product == .page }
  package var isDTVR: Bool { ping.product == .dtvr }
  package var isRaw: Bool { ping.product == .id3 }
  package var isLookup: Bool { ping.product == .tsv }
  package var isSession: Bool { ping.product == .session }
  package var isError: Bool { ping.product == .error }
  /// A view by its credit string: V, and of a page also `cr=V` alone.
  package var isView: Bool { credit?.prefix == "V" || isStatic && self["cr"] == "V" }
  /// A timer by its credit string: D, and of a page also `cr=D` alone.
  package var isTimer: Bool { credit?.prefix == "D" || isStatic && self["cr"] == "D" }

  /// The part of an asset that is measured is live.
  var isLive: Bool { self["c58"] == "true" }

  /// When it was made, as text; nil when unknown.
  package var time: String? { madeAt > 0 ? UTCTime.text(madeAt) : nil }

  /// Parameters with their values: `cr=4_00_99_D2_11111 davty=1`.
  func shown(_ names: String...) -> String {
    names.map { "\($0)=\(self[$0])" }.joined(separator: " ")
  }
}

extension Sequence<RehearsedPing> {
  /// The seconds that they credit.
  var creditedSeconds: Int64 { reduce(0) { $0 + $1.creditedSeconds } }

  /// Those that follow one of them.
  func following(_ ping: RehearsedPing) -> [RehearsedPing] {
    Array(drop { $0.index != ping.index }.dropFirst())
  }

  /// Without pings that are sent again.
  var withoutRepeats: [RehearsedPing] { withoutRepeats(of: \.ping) }
}

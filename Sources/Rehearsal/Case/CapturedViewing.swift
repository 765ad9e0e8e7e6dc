/// The DCR pings with one `c59`.
package struct CapturedViewing: Sendable {
  /// `c59`.
  package let id: String
  /// `sessionId` of the app session that it belongs to.
  package let sessionID: String
  /// Its content and ad pings by `c61`, then arrival.
  package let pings: [RehearsedPing]
  /// Its ads in their order.
  package let adRuns: [CapturedAdRun]
  /// Whether it ended: a later viewing, page or app session follows, the actions have `end`, or half an
  /// hour passes in the capture.
  package let isEnded: Bool

  package var content: [RehearsedPing] { pings.filter(\.isContent) }
  package var ads: [RehearsedPing] { pings.filter(\.isAd) }
}

/// The pings of one ad: from its view to the next view or content timer of its viewing.
package struct CapturedAdRun: Sendable {
  /// The view; nil where timers of an ad have none before them.
  package let view: RehearsedPing?
  package let timers: [RehearsedPing]
  /// Whether the capture ends within it, so that a timer may be missing.
  package let isCutOff: Bool

  package var pings: [RehearsedPing] { (view.map { [$0] } ?? []) + timers }
}

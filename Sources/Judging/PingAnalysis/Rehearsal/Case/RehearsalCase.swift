import Playback

/// The input of a rehearsal: a capture, optionally with its stream and the tester's actions, grouped for the items.
package struct RehearsalCase: Sendable {
  package struct Settings: Sendable {
    /// The products that must be measured. Empty means the products in the capture.
    package var products: Set<String> = []
    /// Whether the capture is from the release build.
    package var isRelease = false

    package init() {}
  }

  /// A Nielsen tag of the stream that the app played.
  package struct StreamTag: Sendable, Equatable {
    package let payload: String
    /// The time on the timeline of the stream, in seconds.
    package let time: Double

    package init(payload: String, time: Double) {
      self.payload = payload
      self.time = time
    }
  }

  /// The pings, in the order of the capture.
  package let pings: [RehearsedPing]
  package let otherRequests: [OtherRequest]
  /// Whether the capture contains requests other than pings.
  package let holdsOtherRequests: Bool
  /// The tester's actions, in chronological order. Nil if no file of actions was given.
  package let actions: [ViewerAction]?
  /// The Nielsen tags of the stream, in order. Nil if no stream was given.
  package let streamTags: [StreamTag]?
  package let settings: Settings

  /// The app sessions, ordered by their first ping.
  package let appSessions: [CapturedAppSession]
  /// The viewings, ordered by their first ping.
  package let viewings: [CapturedViewing]
  /// The CID sessions, ordered by their first ping.
  package let cidSessions: [CapturedCIDSession]
  /// All pings, ordered by the second in which they were made, then by arrival.
  package let ordered: [RehearsedPing]

  package init(
    pings: [RehearsedPing],
    otherRequests: [OtherRequest],
    actions: [ViewerAction]?,
    streamTags: [StreamTag]?,
    settings: Settings,
    holdsOtherRequests: Bool
  ) {
    let pings = pings.markingBrowsers()
    let ordered = pings.inOrder
    let actions = actions?.inOrder
    let ends = CaptureEnds(ordered, actions ?? [])
    self.pings = pings
    self.otherRequests = otherRequests
    self.holdsOtherRequests = holdsOtherRequests
    self.actions = actions
    self.streamTags = streamTags
    self.settings = settings
    self.ordered = ordered
    appSessions = CapturedAppSession.all(ordered, otherRequests)
    viewings = CapturedViewing.all(ordered, ends)
    cidSessions = CapturedCIDSession.all(ordered, ends)
  }

  /// Whether the app belongs to the US market: `ci` begins with `us-`.
  package var isUS: Bool { pings.contains { $0["ci"].hasPrefix("us-") } }

  /// Whether the capture suffices to pass an item that forbids something: it needs a viewing or CID session of
  /// at least 300 credited seconds and, with `ended`, one that ended.
  package func isSufficient(ended: Bool = false) -> Bool {
    let hasLength =
      viewings.contains { $0.content.creditedSeconds >= 300 }
      || cidSessions.contains { $0.pings("D").creditedSeconds >= 300 }
    guard hasLength, ended else { return hasLength }
    return viewings.contains(where: \.isEnded) || cidSessions.contains(where: \.isEnded)
  }

  /// The actions with the given names. Empty if no file of actions was given.
  package func actions(_ names: ViewerAction.Name...) -> [ViewerAction] {
    (actions ?? []).filter { names.contains($0.name) }
  }

  /// The maximum difference between the times of an action and its ping, in seconds.
  static let actionTolerance = 5.0

  /// Whether the capture began before the span of a ping, and would therefore contain earlier pings.
  func holdsTime(before ping: RehearsedPing) -> Bool {
    guard let first = ordered.first, first.index != ping.index else { return false }
    return first.madeAt <= ping.spanStart ?? ping.madeAt
  }
}

extension [RehearsedPing] {
  /// The pings, ordered by the second in which they were made, then by arrival. A ping without a time follows the ping
  /// that arrived before it.
  fileprivate var inOrder: Self {
    var time = 0.0
    let keys = map { ping in
      time = ping.ping.madeAt.map { $0.rounded(.down) } ?? time
      return time
    }
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }

  /// The pings with `isFromBrowser` set for all pings of an app session if one of them has it.
  fileprivate func markingBrowsers() -> [RehearsedPing] {
    let sessions = Set(filter(\.isFromBrowser).map { $0["sessionId"] }).subtracting([""])
    guard !sessions.isEmpty else { return self }
    return map { ping in
      var ping = ping
      if sessions.contains(ping["sessionId"]) { ping.isFromBrowser = true }
      return ping
    }
  }
}

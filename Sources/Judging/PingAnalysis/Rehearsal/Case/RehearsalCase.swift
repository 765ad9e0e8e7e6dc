import Playback

/// A capture with its stream and actions, arranged for the items.
package struct RehearsalCase: Sendable {
  /// Settings of a run.
  package struct Settings: Sendable {
    /// The products that must be measured; empty for those that the capture holds.
    package var products: Set<String> = []
    /// Whether the build is the one for the store.
    package var isRelease = false

    package init() {}
  }

  /// A tag of the stream that was played.
  package struct StreamTag: Sendable, Equatable {
    package let payload: String
    /// Seconds on the stream's own time line.
    package let time: Double

    package init(payload: String, time: Double) {
      self.payload = payload
      self.time = time
    }
  }

  /// The pings in capture order.
  package let pings: [RehearsedPing]
  package let otherRequests: [OtherRequest]
  /// Whether the form of the capture can hold requests that are not pings, User-Agents and answers.
  package let holdsOtherRequests: Bool
  /// The tester's actions, by time; nil without a file.
  package let actions: [ViewerAction]?
  /// The Nielsen tags of the stream in its order; nil without a stream.
  package let streamTags: [StreamTag]?
  package let settings: Settings

  /// By their first ping.
  package let appSessions: [CapturedAppSession]
  /// By their first ping.
  package let viewings: [CapturedViewing]
  /// By their first ping.
  package let cidSessions: [CapturedCIDSession]
  /// All pings by `c61`, then arrival.
  package let ordered: [RehearsedPing]

  /// Arranges what a capture holds.
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

  /// Whether the app is one of the US market: `ci` begins with `us-`.
  package var isUS: Bool { pings.contains { $0["ci"].hasPrefix("us-") } }

  /// A viewing of 300 credited seconds, and, where `ended`, one that ended: what a sentence that forbids
  /// something needs to pass.
  package func isSufficient(ended: Bool = false) -> Bool {
    let hasLength =
      viewings.contains { $0.content.creditedSeconds >= 300 }
      || cidSessions.contains { $0.pings("D").creditedSeconds >= 300 }
    guard hasLength, ended else { return hasLength }
    return viewings.contains(where: \.isEnded) || cidSessions.contains(where: \.isEnded)
  }

  /// The actions with a name; none without a file.
  package func actions(_ names: ViewerAction.Name...) -> [ViewerAction] {
    (actions ?? []).filter { names.contains($0.name) }
  }

  /// Seconds by which the time of an action and that of the ping it makes may differ.
  static let actionTolerance = 5.0

  /// Whether the capture began before a ping's span did, so that what came before it would be there.
  func holdsTime(before ping: RehearsedPing) -> Bool {
    guard let first = ordered.first, first.index != ping.index else { return false }
    return first.madeAt <= ping.spanStart ?? ping.madeAt
  }
}

extension [RehearsedPing] {
  /// By whole seconds of `c61`, then arrival. A ping that says no time comes after the one that
  /// arrived before it.
  fileprivate var inOrder: Self {
    var time = 0.0
    let keys = map { ping in
      time = ping.ping.madeAt.map { $0.rounded(.down) } ?? time
      return time
    }
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }

  /// The pings, those of a browser's app session marked where only some of them show it.
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

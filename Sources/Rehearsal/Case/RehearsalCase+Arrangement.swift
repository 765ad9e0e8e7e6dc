import PingAnalysis
import Playback

extension RehearsalCase {
  /// Arranges what a capture holds.
  ///
  /// - Parameters:
  ///   - pings: The pings in capture order.
  ///   - otherRequests: The requests that are not pings.
  ///   - actions: The tester's actions; nil without a file.
  ///   - streamTags: The tags of the stream in its order; nil without a stream.
  ///   - settings: Settings of the run.
  ///   - holdsOtherRequests: Whether the form of the capture can hold requests that are not pings,
  ///     User-Agents and answers.
  package init(
    pings: [RehearsedPing],
    otherRequests: [OtherRequest],
    actions: [ViewerAction]?,
    streamTags: [StreamTag]?,
    settings: Settings,
    holdsOtherRequests: Bool
  ) {
    let pings = pings.markingBrowsers()
    let ordered = CaptureOrder.sorted(pings)
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
}

extension [RehearsedPing] {
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

/// Separates pings from other requests, as a capture is read.
package struct ExchangeSorter {
  package private(set) var pings: [RehearsedPing] = []
  package private(set) var otherRequests: [OtherRequest] = []
  /// How many pings have been counted as `explain` counts them: requests for the configuration are among
  /// them.
  package private(set) var count = 0

  /// Requests that are not pings and are kept at most: an app opens many of its own.
  private static let otherLimit = 100_000

  package init() {}

  package mutating func take(_ exchange: CapturedExchange) {
    let found = PingRecognizer.pings(in: exchange.request)
    for ping in found where ping.product != .configuration {
      pings.append(RehearsedPing(index: count, ping, exchange))
      count += 1
    }
    guard found.isEmpty || found.contains(where: { $0.product == .configuration }) else { return }
    if otherRequests.count < Self.otherLimit {
      otherRequests.append(
        OtherRequest(
          pingsBefore: count,
          url: exchange.request.url,
          arrivedAt: exchange.request.sentAt,
          userAgent: exchange.userAgent,
          status: exchange.status
        )
      )
    }
    count += found.count { $0.product == .configuration }
  }
}

/// The order in which pings were made.
enum CaptureOrder {
  /// By whole seconds of `c61`, then arrival. A ping that says no time comes after the one that
  /// arrived before it.
  static func sorted(_ pings: [RehearsedPing]) -> [RehearsedPing] {
    var time = 0.0
    let keys = pings.map { ping in
      time = ping.ping.madeAt.map { $0.rounded(.down) } ?? time
      return time
    }
    return pings.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { pings[$0] }
  }
}

/// A request of the capture that is not a ping: the configuration, the opt-out page.
package struct OtherRequest: Sendable, Equatable {
  /// The index of the first ping after it, as `explain` counts: those below are before it.
  package let pingsBefore: Int
  package let url: String
  /// Unix seconds by the clock of the capture.
  package let arrivedAt: Double?
  package let userAgent: String?
  package let status: Int?

  /// Whether it asks for the configuration of the SDK: `/cgi-bin/cfg`, or the browser's
  /// `conf/<app id>.js`.
  package var isConfiguration: Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard !path.hasSuffix("/cgi-bin/cfg") else { return true }
    return path.contains("/conf/") && path.hasSuffix(".js")
  }
}

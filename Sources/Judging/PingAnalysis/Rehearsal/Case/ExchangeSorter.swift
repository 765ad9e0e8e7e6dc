/// Separates pings from other requests while a capture is read.
package struct ExchangeSorter {
  package private(set) var pings: [RehearsedPing] = []
  package private(set) var otherRequests: [OtherRequest] = []
  /// The number of pings so far, including configuration requests, as `explain` counts them.
  package private(set) var count = 0

  /// The maximum number of other requests in memory. An app makes many requests that are not pings.
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
          status: exchange.status
        )
      )
    }
    count += found.count { $0.product == .configuration }
  }
}

/// A request that is not a ping, such as for the configuration or the opt-out page.
package struct OtherRequest: Sendable, Equatable {
  /// The `explain` index of the next ping. Pings with lower indices precede the request.
  package let pingsBefore: Int
  package let url: String
  package let status: Int?

  /// Whether this is a request for the SDK's configuration: `/cgi-bin/cfg`, or `conf/<app id>.js` in a browser.
  package var isConfiguration: Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard !path.hasSuffix("/cgi-bin/cfg") else { return true }
    return path.contains("/conf/") && path.hasSuffix(".js")
  }
}

import PingAnalysis

/// The pings that an app should send.
package struct ExpectedPings: Sendable {
  /// Where they come from, as the user named it.
  package let name: String
  /// The pings of one app session, in their order.
  package let pings: [SentPing]
  /// The options that define a difference.
  package let options: ComparisonOptions

  /// Pings to compare with.
  package init(name: String, pings: [SentPing], options: ComparisonOptions) {
    self.name = name
    self.pings = pings
    self.options = options
  }
}

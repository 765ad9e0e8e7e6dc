/// The DTVR pings of one app session with one `ca`, from an I ping to the next one of the same pipeline.
package struct CapturedCIDSession: Sendable {
  /// The CID, `ca`.
  package let cid: String
  /// FD or PC, as the pings name the pipeline; empty where they do not.
  package let pipeline: String
  package let sessionID: String
  /// By `c61`, then arrival. Quarter hours are among them.
  package let pings: [RehearsedPing]
  /// Whether what it belongs to ended within the capture.
  package let isEnded: Bool

  /// The pings whose credit string begins with a letter: I, V, S, D, Q.
  package func pings(_ prefix: String) -> [RehearsedPing] {
    pings.filter { $0.credit?.prefix == prefix }
  }
}

/// The pings with one `sessionId`: one launch of the app.
package struct CapturedAppSession: Sendable {
  package let id: String
  /// By `c61`, then arrival.
  package let pings: [RehearsedPing]
  /// Whether the capture holds its beginning: a session ping, or the request for the configuration.
  package let hasStart: Bool
}

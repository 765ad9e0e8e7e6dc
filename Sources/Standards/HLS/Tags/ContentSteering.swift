/// An EXT-X-CONTENT-STEERING (rfc8216bis, section 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
  /// SERVER-URI as written, variables replaced.
  public let serverURI: String
  /// PATHWAY-ID: the pathway to begin with.
  public let pathwayID: String?
}

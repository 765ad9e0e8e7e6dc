/// One version of the content (5.3.5), with everything that it inherits.
package struct Representation: Sendable, Hashable {
  /// `@id`; unique in a Period.
  package var id: String
  package var line: Int
  /// Bits per second.
  package var bandwidth: Int?
  package var mimeType: String?
  package var codecs: String?
  package var width: Int?
  package var height: Int?
  /// Its base URLs, resolved, in the order in which to try them. Never empty.
  package var baseURLs: [BaseURL]
  /// Those of the AdaptationSet and its own.
  package var inbandEventStreams: [InbandEventStream] = []
  /// Those of the AdaptationSet and its own.
  package var contentProtections: [ContentProtection] = []
  package var segments: RepresentationSegments

  package var isEncrypted: Bool { !contentProtections.isEmpty }
}

/// A base URL (5.6).
package struct BaseURL: Sendable, Hashable {
  /// Resolved against the levels above.
  package var address: String
  package var serviceLocation: String?
  /// `@dvb:priority` (ETSI TS 103 285), its own or that of the level above: lower numbers are tried earlier.
  package var priority: Int64 = 1
  /// Seconds by which segments are available before they are complete; may be infinite.
  package var availabilityTimeOffset = 0.0
  /// False: parts of a segment are available before the segment is complete.
  package var isAvailableComplete = true
}

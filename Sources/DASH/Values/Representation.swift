/// One version of the content (5.3.5), with all that it inherits.
package struct Representation: Sendable, Hashable {
  /// `@id`; one in a Period.
  package var id: String
  package var line: Int
  /// Bits in a second.
  package var bandwidth: Int?
  package var mimeType: String?
  package var codecs: String?
  package var width: Int?
  package var height: Int?
  /// Where it is read from, resolved, in the order in which they are to be tried. Never empty.
  package var baseURLs: [BaseURL]
  /// Of the AdaptationSet and its own.
  package var inbandEventStreams: [InbandEventStream] = []
  /// Of the AdaptationSet and its own.
  package var contentProtections: [ContentProtection] = []
  package var segments: RepresentationSegments

  package var isEncrypted: Bool { !contentProtections.isEmpty }
}

/// Where something is read from (5.6).
package struct BaseURL: Sendable, Hashable {
  /// Resolved against the levels above.
  package var address: String
  package var serviceLocation: String?
  /// `@dvb:priority` (ETSI TS 103 285), its own or of the level above: a lower number is tried earlier.
  package var priority: Int64 = 1
  /// Seconds by which segments are there earlier than they would be when complete; may be infinite.
  package var availabilityTimeOffset = 0.0
  /// False: a segment is there in parts before it is complete.
  package var isAvailableComplete = true
}

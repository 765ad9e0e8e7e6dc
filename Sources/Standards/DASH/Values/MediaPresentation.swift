/// The content of a DASH manifest (ISO/IEC 23009-1, 5.3.1) as a plain value, which performs no input or output.
///
///     let presentation = try MediaPresentation.parse(bytes, at: address)
///
/// All addresses are resolved. Times of day are in Unix seconds, durations in seconds.
package struct MediaPresentation: Sendable, Hashable {
  /// Whether the manifest may change during the presentation.
  package enum Kind: String, Sendable, Hashable {
    case `static`
    case dynamic
  }

  /// The address the manifest was read from, after redirections.
  package var address: String
  package var id: String?
  package var kind = Kind.static
  package var profiles: [String] = []
  /// `@availabilityStartTime`, in Unix seconds: the time of day at the start of the presentation.
  package var availabilityStartTime: Double?
  package var availabilityEndTime: Double?
  package var publishTime: Double?
  /// `@minimumUpdatePeriod`: the seconds after which the manifest must be read again. 0 means that it is read again
  /// when an event in the media requests it, or when no segments are left. Nil means that the manifest does not change.
  package var minimumUpdatePeriod: Double?
  /// `@timeShiftBufferDepth`: the seconds for which segments remain available; nil means that there is no limit.
  package var timeShiftBufferDepth: Double?
  package var suggestedPresentationDelay: Double?
  package var minimumBufferTime: Double?
  package var maximumSegmentDuration: Double?
  /// `@mediaPresentationDuration`, in seconds.
  package var duration: Double?
  /// The addresses of the next version from the `Location` elements, resolved.
  package var locations: [String] = []
  /// The UTCTiming elements, in the order in which to try them.
  package var utcTimings: [UTCTiming] = []
  /// The Periods in the order of the manifest, including early available ones, whose start is unknown.
  package var periods: [Period] = []
  package var notes: [ManifestNote] = []
  package var omittedNoteCount = 0

  init(address: String) { self.address = address }

  /// Reads a manifest in UTF-8. `address`, after redirections, is the base of its relative addresses. Throws if the
  /// bytes are not a manifest or exceed the limits; lesser faults are notes of the presentation.
  package static func parse(
    _ bytes: [UInt8],
    at address: String,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) -> MediaPresentation {
    try ManifestParser.read(MarkupParser.parse(bytes, limits: limits), at: address, limits: limits)
  }
}

/// A way to get the time at the server (5.8.5.7).
package struct UTCTiming: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// `@value` is the time, here in Unix seconds.
    case direct(Double)
    /// The body of the response is an ISO 8601 time.
    case iso(addresses: [String])
    /// The body of the response is an `xs:dateTime`.
    case xsdate(addresses: [String])
    /// The `Date` field of the response to a HEAD request is the time.
    case head(addresses: [String])
    /// NTP, SNTP or an unknown scheme, or `@value` is not a valid time.
    case unsupported
  }

  package var scheme: String
  package var value: String
  package var kind: Kind
}

/// When and from which address to read the next version of a dynamic manifest (5.4.1).
extension MediaPresentation {
  /// The minimum and maximum delay in seconds, whatever the manifest declares.
  private static let delayBounds = 0.25...3600
  /// The segment duration, in seconds, assumed for a manifest without one.
  private static let usualSegmentDuration = 2.0

  /// The seconds from one request for the manifest to the next; nil if the manifest does not change.
  ///
  /// With a minimum update period of 0, events in the media announce updates. A segment's duration is used instead,
  /// because such an event may not arrive.
  package var reloadDelay: Double? {
    guard kind == .dynamic, let minimumUpdatePeriod else { return nil }
    let delay = minimumUpdatePeriod > 0 ? minimumUpdatePeriod : segmentDuration
    return min(max(delay, Self.delayBounds.lowerBound), Self.delayBounds.upperBound)
  }

  /// The address of the next version: the first `Location`, or the address of this version.
  package var nextAddress: String { locations.first ?? address }

  /// The shortest duration, in seconds, of any Representation's last segment (its first, if the end is unknown) in the
  /// last Period. If it is unknown, the declared maximum is used, or the usual duration if no maximum is declared.
  private var segmentDuration: Double {
    let last = periods.last?.adaptationSets.flatMap(\.representations).compactMap {
      representation -> Double? in
      let segments = representation.segments
      return segments[max(0, (segments.count ?? 1) - 1)]?.durationSeconds
    }
    return last?.filter { $0 > 0 }.min() ?? maximumSegmentDuration ?? Self.usualSegmentDuration
  }
}

/// A part of the presentation (5.3.2).
package struct Period: Sendable, Hashable {
  /// `@id`; constant over the versions of the manifest.
  package var id: String?
  /// The position in the manifest, from 0.
  package var index: Int
  package var line: Int
  /// The start in seconds from the start of the presentation; nil for an early available Period, which cannot play yet.
  package var start: Double?
  /// The duration in seconds; nil if it is unknown.
  package var duration: Double?
  package var adaptationSets: [AdaptationSet] = []
  package var eventStreams: [EventStream] = []

  /// The end, in seconds from the start of the presentation; nil if it is unknown.
  package var end: Double? {
    guard let start, let duration else { return nil }
    return start + duration
  }
}

/// Versions of the same content (5.3.3).
package struct AdaptationSet: Sendable, Hashable {
  package var id: String?
  /// The position in the Period, from 0.
  package var index: Int
  package var line: Int
  /// `@contentType` of the set or its ContentComponent, or the start of the MIME type, such as `video`; nil if unknown.
  package var contentType: String?
  package var mimeType: String?
  package var codecs: String?
  package var language: String?
  package var roles: [SchemeDescriptor] = []
  package var essentialProperties: [SchemeDescriptor] = []
  package var supplementalProperties: [SchemeDescriptor] = []
  /// The event streams that the set declares for all of its Representations.
  package var inbandEventStreams: [InbandEventStream] = []
  package var contentProtections: [ContentProtection] = []
  package var representations: [Representation] = []

  /// The Representation with the lowest bandwidth. An unknown bandwidth counts as the highest.
  package var smallest: Representation? {
    representations.min { ($0.bandwidth ?? .max) < ($1.bandwidth ?? .max) }
  }
}

/// A scheme and its value (5.8.2).
package struct SchemeDescriptor: Sendable, Hashable {
  package var scheme: String
  package var value: String?
  package var id: String?
}

/// The encryption of the media (5.8.4.1). Event messages are not encrypted, and are read.
package struct ContentProtection: Sendable, Hashable {
  package var scheme: String
  package var value: String?
  package var defaultKeyID: String?
}

/// One version of the content (5.3.5), with the properties that it inherits.
package struct Representation: Sendable, Hashable {
  /// `@id`; unique in a Period.
  package var id: String
  package var line: Int
  /// The bandwidth in bits per second.
  package var bandwidth: Int?
  package var mimeType: String?
  package var codecs: String?
  package var width: Int?
  package var height: Int?
  /// The base URLs, resolved, in the order in which to try them. Never empty.
  package var baseURLs: [BaseURL]
  /// The inband event streams of the AdaptationSet and of the Representation.
  package var inbandEventStreams: [InbandEventStream] = []
  /// The content protections of the AdaptationSet and of the Representation.
  package var contentProtections: [ContentProtection] = []
  package var segments: RepresentationSegments

  package var isEncrypted: Bool { !contentProtections.isEmpty }
}

/// A base URL (5.6).
package struct BaseURL: Sendable, Hashable {
  /// The address, resolved against the levels above.
  package var address: String
  package var serviceLocation: String?
  /// `@dvb:priority` (ETSI TS 103 285), possibly inherited. Lower numbers are tried first.
  package var priority: Int64 = 1
  /// `@availabilityTimeOffset`: how many seconds before its end a segment becomes available; may be infinite.
  package var availabilityTimeOffset = 0.0
  /// Whether segments become available only when they are complete. If false, parts are available earlier.
  package var isAvailableComplete = true
}

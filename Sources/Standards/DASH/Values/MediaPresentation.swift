/// The content of a DASH manifest (ISO/IEC 23009-1, 5.3.1): a value, without input or output.
///
///     let presentation = try MediaPresentation.parse(bytes, at: address)
///
/// All addresses are resolved. Times are in Unix seconds, durations in seconds.
package struct MediaPresentation: Sendable, Hashable {
  /// Whether the manifest changes while it is presented.
  package enum Kind: String, Sendable, Hashable {
    case `static`
    case dynamic
  }

  /// The address the manifest was read from, after redirections.
  package var address: String
  /// `@id`.
  package var id: String?
  package var kind = Kind.static
  package var profiles: [String] = []
  /// `@availabilityStartTime`, in Unix seconds: the wall clock at media time 0.
  package var availabilityStartTime: Double?
  /// `@availabilityEndTime`, in Unix seconds.
  package var availabilityEndTime: Double?
  /// `@publishTime`, in Unix seconds.
  package var publishTime: Double?
  /// Seconds until the manifest must be read again; 0: on an event in the media, or when there are
  /// no further segments; nil: it does not change.
  package var minimumUpdatePeriod: Double?
  /// Seconds for which segments remain available; nil: all of them do.
  package var timeShiftBufferDepth: Double?
  package var suggestedPresentationDelay: Double?
  package var minimumBufferTime: Double?
  package var maximumSegmentDuration: Double?
  /// `@mediaPresentationDuration`, in seconds.
  package var duration: Double?
  /// `Location`: the address of the next version, resolved.
  package var locations: [String] = []
  /// `UTCTiming`, in the order in which to try them.
  package var utcTimings: [UTCTiming] = []
  /// In the order of the manifest; includes early available Periods, whose start is unknown.
  package var periods: [Period] = []
  /// Everything that was not understood or is not supported; never skipped silently.
  package var notes: [ManifestNote] = []
  /// The number of notes that were not kept.
  package var omittedNoteCount = 0

  init(address: String) { self.address = address }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The whole manifest, in UTF-8.
  ///   - address: The address it was read from, after redirections; addresses in it are resolved against this one.
  ///   - limits: The limits on what is read.
  /// - Returns: The presentation, with notes on what was not understood.
  /// - Throws: If it is not a manifest, or exceeds the limits. Lesser faults are notes of the presentation.
  package static func parse(
    _ bytes: [UInt8],
    at address: String,
    limits: ManifestLimits = ManifestLimits()
  ) throws(ManifestError) -> MediaPresentation {
    try ManifestParser.read(MarkupParser.parse(bytes, limits: limits), at: address, limits: limits)
  }
}

/// A way to learn the time at the server (5.8.5.7).
package struct UTCTiming: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The value is the time, in Unix seconds.
    case direct(Double)
    /// The body of the answer is an ISO 8601 time.
    case iso(addresses: [String])
    /// The body of the answer is an `xs:dateTime`.
    case xsdate(addresses: [String])
    /// The field `Date` of the answer to a HEAD request is the time.
    case head(addresses: [String])
    /// NTP, SNTP or an unknown scheme.
    case unsupported
  }

  /// `@schemeIdUri`.
  package var scheme: String
  /// `@value`.
  package var value: String
  package var kind: Kind
}

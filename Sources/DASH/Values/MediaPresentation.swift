/// What a DASH manifest says (ISO/IEC 23009-1, 5.3.1): a value, without input or output.
///
///     let document = try ManifestDocument(parsing: bytes, at: address, limits: ManifestLimits())
///     let presentation = document.presentation
///
/// All addresses are resolved; seconds are Unix seconds where they are called times, else lengths.
package struct MediaPresentation: Sendable, Hashable {
  /// Whether the manifest changes while it is presented.
  package enum Kind: String, Sendable, Hashable {
    case `static`
    case dynamic
  }

  /// The address the manifest came from, after redirections.
  package var address: String
  /// `@id`.
  package var id: String?
  package var kind = Kind.static
  package var profiles: [String] = []
  /// `@availabilityStartTime`, in Unix seconds: where media time 0 stands on the wall clock.
  package var availabilityStartTime: Double?
  /// `@availabilityEndTime`, in Unix seconds.
  package var availabilityEndTime: Double?
  /// `@publishTime`, in Unix seconds.
  package var publishTime: Double?
  /// Seconds until the manifest has to be read again; 0: on an event in the media or when segments
  /// run out; nil: it does not change.
  package var minimumUpdatePeriod: Double?
  /// How far back segments are kept, in seconds; nil: all of them.
  package var timeShiftBufferDepth: Double?
  package var suggestedPresentationDelay: Double?
  package var minimumBufferTime: Double?
  package var maximumSegmentDuration: Double?
  /// `@mediaPresentationDuration`, in seconds.
  package var duration: Double?
  /// `Location`: where to read the next version, resolved.
  package var locations: [String] = []
  /// `PatchLocation`: where changes to this version are, resolved.
  package var patchLocations: [PatchLocation] = []
  /// `UTCTiming`, in the order in which they are to be tried.
  package var utcTimings: [UTCTiming] = []
  /// In the order of the manifest; early available ones, whose start is not known, included.
  package var periods: [Period] = []
  /// What was not understood, or was and is not supported; never passed over.
  package var notes: [ManifestNote] = []
  /// How many notes were not kept.
  package var omittedNoteCount = 0

  package init(address: String) { self.address = address }
}

/// Where changes to a version of the manifest are (5.15).
package struct PatchLocation: Sendable, Hashable {
  package var address: String
  /// How long after the publish time a patch can be had, in seconds; nil: always.
  package var timeToLive: Double?
}

/// How to learn what time it is at the server (5.8.5.7).
package struct UTCTiming: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The value is the time, in Unix seconds.
    case direct(Double)
    /// The body of the answer is a time of ISO 8601.
    case iso(addresses: [String])
    /// The body of the answer is an `xs:dateTime`.
    case xsdate(addresses: [String])
    /// The field `Date` of the answer to HEAD is the time.
    case head(addresses: [String])
    /// NTP, SNTP or a scheme that is not known.
    case unsupported
  }

  /// `@schemeIdUri`.
  package var scheme: String
  /// `@value`.
  package var value: String
  package var kind: Kind
}

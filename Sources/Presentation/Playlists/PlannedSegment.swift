import TimedMetadata

/// A segment to be read: what the playlist says of it, resolved.
struct PlannedSegment: Sendable, Equatable {
  /// How a segment is encrypted.
  enum Encryption: Sendable, Equatable {
    /// AES-128 in CBC mode over the whole segment (RFC 8216, 4.3.2.4).
    case aes128(keyURL: String, initializationVector: [UInt8])
    /// In a way that nobody can read without a licence; the text names it.
    case unreadable(String)
  }

  /// The initialization section of a segment.
  struct Initialization: Sendable, Equatable {
    /// The URI as the playlist has it.
    var uri: String
    var url: String
    var byteRange: Range<Int64>?
    var encryption: Encryption?
    /// The addresses that are tried, in their order, where there are several; else empty.
    var addresses: [BaseAddress] = []
  }

  /// The URI as the playlist has it: what people look for.
  var uri: String
  /// The same as an absolute URL.
  var url: String
  /// The addresses that are tried, in their order, where there are several; else empty.
  var addresses: [BaseAddress] = []
  var byteRange: Range<Int64>?
  var encryption: Encryption?
  var initialization: Initialization?
  /// Seconds, by the playlist.
  var duration: Double
  /// Its playlist tells fractions of a second, which are believed.
  var hasDecimalDuration = false
  /// Seconds from the start of the rendition, by the playlist.
  var start: Double
  var mediaSequenceNumber: Int
  var discontinuitySequence: Int
  var isDiscontinuity = false
  /// The playlist says that there is nothing to be had.
  var isGap = false
  /// Unix seconds at the start, where the playlist says so at the segment.
  var programDateTime: Double?
  /// The same, counted from the nearest segment whose date the playlist says.
  var startDate: Double?
  /// What the playlist marks at the start.
  var markers: [TimelineMarker] = []
  /// Segments that had left a live playlist before they were seen, in front of this one.
  var missedBefore = 0
  /// How long it is asked for again while it is not there.
  var retryTime: Duration = .zero
  /// How often the media sequence had started again by then.
  var epoch = 0
  /// Presentation seconds at media time 0, where a manifest of DASH says so. Tags are then placed by it,
  /// and not by the sum of durations.
  var mediaOffset: Double?
  /// Unix seconds at time 0 of the manifest by the version that listed the segment, where the first version said
  /// something else.
  var wallClockAtZero: Double?
  /// Seconds to add to the presentation times of event messages (`emsg` version 1), where a manifest of DASH gives
  /// them another offset than the media.
  var messageShifts: [DeclaredEventStream: Double] = [:]
  /// Seconds in which its Period is presented; nil where nothing says so.
  var presented: ClosedRange<Double>?
  /// What a manifest of DASH says of its AdaptationSet.
  var manifestSet: ManifestSet?
  /// The parts that it is read from while its playlist does not list it yet; nil: it is listed.
  var parts: PartedResource?

  /// What the playlist says of the segment by now: of one that is read from its parts the URI and the duration
  /// are known at its end.
  var latest: PlannedSegment {
    guard let parts else { return self }
    var segment = self
    if let known = parts.segment {
      segment.uri = known.uri
      segment.duration = known.duration
      segment.hasDecimalDuration = known.hasDecimalDuration
    } else {
      segment.duration = parts.duration
    }
    return segment
  }
}

extension PartedResource: Equatable {
  /// Whether both are the same.
  static func == (one: PartedResource, other: PartedResource) -> Bool { one === other }
}

import TimedMetadata

/// A segment to read, with the URLs of its playlist entry resolved.
struct PlannedSegment: Sendable, Equatable {
  enum Encryption: Sendable, Equatable {
    /// AES-128 in CBC mode over the whole segment (RFC 8216, 4.3.2.4).
    case aes128(keyURL: String, initializationVector: [UInt8])
    /// An encryption that cannot be decrypted, usually because it needs a licence. The text is the reason.
    case unreadable(String)

    /// The reason why the segment cannot be decrypted; nil if it can be decrypted.
    var unreadableReason: String? {
      if case .unreadable(let reason) = self { reason } else { nil }
    }
  }

  struct Initialization: Sendable, Equatable {
    /// The URI in the playlist, as results show it.
    var uri: String
    var url: String
    var byteRange: Range<Int64>?
    var encryption: Encryption?
    /// The addresses to try, in order; empty if there is only one.
    var addresses: [BaseAddress] = []
  }

  /// The URI in the playlist, as results show it: users search for this text.
  var uri: String
  var url: String
  /// The addresses to try, in order; empty if there is only one.
  var addresses: [BaseAddress] = []
  var byteRange: Range<Int64>?
  var encryption: Encryption?
  var initialization: Initialization?
  /// The duration in seconds according to the playlist.
  var duration: Double
  /// Whether the duration is written with a decimal point, even if the fraction is 0; true for DASH. Durations with a
  /// decimal point are trusted.
  var hasDecimalDuration = false
  /// The start according to the playlist or manifest, in seconds of the rendition's own time.
  var start: Double
  var mediaSequenceNumber: Int
  var discontinuitySequence: Int
  var isDiscontinuity = false
  /// Whether the playlist marks the segment as missing (EXT-X-GAP).
  var isGap = false
  /// The wall clock at the start, in Unix seconds; nil unless the playlist has a date at this segment.
  var programDateTime: Double?
  /// The wall clock at the start, in Unix seconds, calculated from a segment of the playlist that has a date; nil if
  /// unknown.
  var startDate: Double?
  var markers: [TimelineMarker] = []
  /// The number of segments directly before this one that left a live playlist before any loaded version listed them.
  var missedBefore = 0
  /// Whether the segment left the live playlist before it was requested.
  var hasLeft = false
  /// The number of times the media sequence restarted before this segment.
  var epoch = 0
  /// The presentation time at media time 0, in seconds, if a DASH manifest specifies it. The times of tags are then
  /// calculated from this time instead of the sum of durations.
  var mediaOffset: Double?
  /// The wall clock at time 0 of the manifest, in Unix seconds, according to the version that listed the segment. Nil
  /// if it is unknown or the same as in the first version.
  var wallClockAtZero: Double?
  /// Seconds to add to the presentation times of event messages (`emsg` version 1), for streams whose offset a manifest
  /// declares.
  var messageShifts: [DeclaredEventStream: Double] = [:]
  /// The span in which the segment's Period is presented, in seconds; nil if the span is not limited.
  var presented: ClosedRange<Double>?
  /// The AdaptationSet of the segment in a DASH manifest; nil for HLS.
  var manifestSet: ManifestSet?
  /// The parts from which the segment is read, if it was planned before it was listed as a whole.
  var parts: PartedSegment?

  /// Whether the playlist lists the segment as a whole, and not only its parts.
  var isListed: Bool { parts.map { $0.segment != nil } ?? true }

  /// The reason why the segment or its initialization section cannot be decrypted; nil if both can be read.
  var unreadableReason: String? {
    encryption?.unreadableReason ?? initialization?.encryption?.unreadableReason
  }

  /// The segment with its current URI and duration. If the segment is read from its parts, both are final only once the
  /// playlist lists the whole segment.
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

extension PartedSegment: Equatable {
  static func == (one: PartedSegment, other: PartedSegment) -> Bool { one === other }
}

extension PlannedSegment {
  /// The markers of the segment, with times in the rendition's own time. A marker with a date is at that date if the
  /// wall clock is known; any other marker is at `start`, the start of the segment.
  func markers(at start: Double, wallClockAtZero: Double?) -> [TimelineMarker] {
    markers.map { marker in
      var marker = marker
      marker.segment = uri
      marker.time = start
      if let date = marker.wallClock, let zero = wallClockAtZero {
        marker.time = date - zero
      } else if let zero = wallClockAtZero {
        marker.wallClock = start + zero
      }
      return marker
    }
  }
}

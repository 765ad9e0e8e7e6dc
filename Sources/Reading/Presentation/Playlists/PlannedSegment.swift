import TimedMetadata

/// A segment to read: its entry in the playlist, resolved.
struct PlannedSegment: Sendable, Equatable {
  /// How a segment is encrypted.
  enum Encryption: Sendable, Equatable {
    /// AES-128 in CBC mode over the whole segment (RFC 8216, 4.3.2.4).
    case aes128(keyURL: String, initializationVector: [UInt8])
    /// An encryption that needs a licence; the text names it.
    case unreadable(String)

    /// Why it cannot be read; nil for what can be decrypted.
    var unreadableReason: String? {
      if case .unreadable(let reason) = self { reason } else { nil }
    }
  }

  /// The initialization section of a segment.
  struct Initialization: Sendable, Equatable {
    /// The URI in the playlist, as names show it.
    var uri: String
    var url: String
    var byteRange: Range<Int64>?
    var encryption: Encryption?
    /// The addresses to try, in order, if there is more than one; otherwise empty.
    var addresses: [BaseAddress] = []
  }

  /// The URI in the playlist, as names show it: users look for this text.
  var uri: String
  /// The absolute URL.
  var url: String
  /// The addresses to try, in order, if there is more than one; otherwise empty.
  var addresses: [BaseAddress] = []
  var byteRange: Range<Int64>?
  var encryption: Encryption?
  var initialization: Initialization?
  /// Seconds, by the playlist.
  var duration: Double
  /// Its playlist has fractions of a second, which are trusted.
  var hasDecimalDuration = false
  /// Seconds from the start of the rendition, by the playlist.
  var start: Double
  var mediaSequenceNumber: Int
  var discontinuitySequence: Int
  var isDiscontinuity = false
  /// The playlist says that it is missing.
  var isGap = false
  /// Unix seconds at the start, if the playlist has a date at this segment.
  var programDateTime: Double?
  /// Unix seconds at the start, calculated from the nearest segment with a date in the playlist.
  var startDate: Double?
  /// The markers in the playlist at the start.
  var markers: [TimelineMarker] = []
  /// The number of segments just before this one that left a live playlist before they were seen.
  var missedBefore = 0
  /// It left the live playlist before it was requested.
  var hasLeft = false
  /// The number of restarts of the media sequence before it.
  var epoch = 0
  /// Presentation seconds at media time 0, if a DASH manifest specifies them. They determine the times of tags instead
  /// of the sum of durations.
  var mediaOffset: Double?
  /// Unix seconds at time 0 of the manifest, according to the version that listed the segment, if they differ from the
  /// first version.
  var wallClockAtZero: Double?
  /// Seconds to add to the presentation times of event messages (`emsg` version 1), if a DASH manifest gives them a
  /// different offset than the media.
  var messageShifts: [DeclaredEventStream: Double] = [:]
  /// The span in which its Period is presented, in seconds; nil: not limited.
  var presented: ClosedRange<Double>?
  /// Its AdaptationSet in a DASH manifest.
  var manifestSet: ManifestSet?
  /// The parts from which it is read until its playlist lists it; nil: it is listed.
  var parts: PartedSegment?

  /// Whether its playlist lists it, and not only parts of it.
  var isListed: Bool { parts.map { $0.segment != nil } ?? true }

  /// Why it cannot be decrypted, or its initialization section cannot; nil for what can be read.
  var unreadableReason: String? {
    encryption?.unreadableReason ?? initialization?.encryption?.unreadableReason
  }

  /// The current facts from the playlist: the URI and the duration of a segment that is read from its parts are known
  /// only at its end.
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
  /// The markers at the segment, in the rendition's own time: at their date if they have one, or else at the start.
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

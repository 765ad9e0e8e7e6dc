import TimedMetadata

extension StreamNote {
  /// Reports segments that left the window of a live playlist before they were read.
  static func missedSegments(before segment: PlannedSegment, seconds: Double) -> StreamNote {
    let count = segment.missedBefore
    return StreamNote(
      id: "hls-window-missed",
      segment: segment.uri,
      amount: count,
      measured: seconds,
      detail: "\(count) segment\(count == 1 ? "" : "s") left the window before they were read: "
        + "gaps here may be ours"
    )
  }

  /// Reports a segment that is missing according to the playlist.
  static func gap(_ segment: PlannedSegment) -> StreamNote {
    StreamNote(
      id: "hls-segment-gap",
      segment: segment.uri,
      measured: segment.duration,
      detail: "is a gap (EXT-X-GAP): its tags are missing"
    )
  }

  /// Reports a segment that was not read completely.
  static func missing(_ segment: PlannedSegment, _ error: TimedMetadataError) -> StreamNote {
    StreamNote(
      id: "hls-segment-missing",
      segment: segment.uri,
      measured: segment.duration,
      detail: "\(error.reason): \(error.remedy)"
    )
  }

  /// Reports that fragmented MP4 is read without its initialization section.
  static func missingInitialization(
    of segment: PlannedSegment,
    _ failure: TimedMetadataError
  ) -> StreamNote {
    let words = "segments are read without it; times of event messages of version 0 are estimated"
    return StreamNote(
      id: .initializationMissing,
      segment: segment.uri,
      detail: "\(failure.reason): \(words)"
    )
  }

  /// Reports that a base URL of a manifest other than the first is read.
  static func otherBase(_ words: String, of segment: PlannedSegment) -> StreamNote {
    StreamNote(id: .manifest, segment: segment.uri, detail: words)
  }
}

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

  /// Reports the mark of a date range whose end is guessed, and why.
  static func guessed(_ marker: TimelineMarker, _ reason: String) -> StreamNote {
    StreamNote(
      id: .dateRangeGuessed,
      rendition: marker.rendition,
      segment: marker.segment,
      time: marker.time,
      detail: "EXT-X-DATERANGE with ID \(marker.id ?? ""): \(reason)"
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

  /// Reports a tag outside its Period, in a segment that extends beyond it.
  static func outside(_ segment: RunSegments.Segment, _ tag: TimedTag) -> StreamNote {
    let isEarly = tag.time ?? 0 < segment.presented?.lowerBound ?? -.infinity
    return StreamNote(
      id: .manifestOutside,
      segment: tag.segment,
      time: tag.time,
      offset: tag.offset,
      detail: "tag \(isEarly ? "before the start" : "after the end") of its Period: players do not "
        + "present it, and it is left out"
    )
  }

  /// Reports media whose clock differs by these seconds from the manifest.
  static func misfit(by seconds: Double, at start: Double, in uri: String?) -> StreamNote {
    let tenths = Int64(exactly: (abs(seconds) * 10).rounded(.down)) ?? .max
    return StreamNote(
      id: .manifestMisfit,
      segment: uri,
      time: start,
      measured: abs(seconds),
      detail: "media times are \(tenths / 10).\(tenths % 10) s from where the manifest has them: "
        + "check presentationTimeOffset and the start of the Period"
    )
  }
}

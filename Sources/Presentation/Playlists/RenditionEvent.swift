import TimedMetadata

/// An event from the reader of one rendition, in its own time: seconds from its first frame.
enum RenditionEvent: Sendable {
  /// From here on it reads a segment that starts at this time, by the playlist.
  case segment(start: Double)
  /// From here on times belong to a new run of continuous media.
  case run(RunStart)
  /// A tag or a note.
  case metadata(TimedMetadataEvent)
  /// A segment has been read. Its final report follows when no further tag of it can follow; this one is used if
  /// reading ends before.
  case ended(SegmentReport)
  /// The last event.
  case finished(RenditionEnd)
}

/// The start of a run of continuous media.
struct RunStart: Sendable, Equatable {
  /// The number of restarts of the media sequence: runs of different epochs do not share a clock.
  var epoch = 0
  /// The discontinuity sequence number: runs of the same number in other renditions share its clock.
  var discontinuitySequence: Int
  /// The clock of the media at `start`.
  var origin: MediaOrigin
  /// In the rendition's own time.
  var start: Double
}

/// The result of reading a rendition.
struct RenditionEnd: Sendable, Equatable {
  /// The end of what was read, in the rendition's own time; nil without any clock.
  var end: Double?
  /// The ID3 streams found.
  var streams: [StreamSummary]
  /// Segments that were read completely, and those that were not.
  var segmentsRead = 0
  var segmentsMissing = 0
  /// Segments that are missing according to the playlist.
  var segmentsInGaps = 0
  /// Whether anything of any segment was read.
  var hasRead = false
  var byteCount: Int64 = 0
  /// The kinds of media in its segments.
  var media: Set<MediaKind> = []
  /// The reason why nothing could be read, or why reading ended.
  var failure: TimedMetadataError?
}

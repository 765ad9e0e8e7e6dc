import TimedMetadata

/// What the reader of one rendition says, in its own time: seconds from its first frame.
enum RenditionEvent: Sendable {
  /// From here on it reads a segment that starts at this time, by the playlist.
  case segment(start: Double)
  /// From here on times belong to a new run of continuous media.
  case run(RunStart)
  /// A tag or a note.
  case metadata(TimedMetadataEvent)
  /// A segment has been read. Its report comes once no tag of it will come any more; where reading breaks
  /// off before, this has to do.
  case ended(SegmentReport)
  /// Something for a log.
  case message(String)
  /// The last one.
  case finished(RenditionEnd)
}

/// Where a run of continuous media begins.
struct RunStart: Sendable, Equatable {
  /// How often the media sequence had started again: runs of another epoch do not share the clock.
  var epoch = 0
  /// The discontinuity sequence number: runs of the same number in other renditions share its clock.
  var discontinuitySequence: Int
  /// What the clock of the media shows at `start`.
  var origin: MediaOrigin
  /// In the rendition's own time.
  var start: Double
}

/// How the reading of a rendition ended.
struct RenditionEnd: Sendable, Equatable {
  /// Seconds that were read, in the rendition's own time; nil without any clock.
  var end: Double?
  /// The ID3 streams found.
  var streams: [StreamSummary]
  /// Segments that were read whole, and that could not be, or only in part.
  var segmentsRead = 0
  var segmentsMissing = 0
  /// Segments that the playlist says are not there.
  var segmentsInGaps = 0
  /// Whether anything of any segment was read.
  var hasRead = false
  var byteCount: Int64 = 0
  /// What its segments consist of.
  var media: Set<MediaKind> = []
  /// Why nothing could be read, or reading had to end.
  var failure: TimedMetadataError?
}

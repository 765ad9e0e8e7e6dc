/// The tags before the URI of the next segment.
struct PendingSegment {
  /// EXTINF has been read, valid or not.
  var hasInformation = false
  /// The line of EXTINF, for faults.
  var line = 0
  var duration = 0.0
  var hasDecimalDuration = false
  var title: String?
  var isDiscontinuity = false
  var isGap = false
  /// EXT-X-BYTERANGE; its offset is nil where it continues the segment before.
  var byteRange: (length: Int, offset: Int?)?
  var programDateTime: Double?
  var cues: [CueMarker] = []
  var dateRanges: [DateRange] = []
  var parts: [PartialSegment] = []
  var unknownTags: [UnknownTag] = []
}

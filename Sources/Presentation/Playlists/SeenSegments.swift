import TimedMetadata

/// The segments of a rendition that were delivered, for a summary before its reading ends.
struct SeenSegments {
  private(set) var readCount = 0
  private(set) var missingCount = 0
  private(set) var gapCount = 0
  private(set) var media: Set<MediaKind> = []
  /// Presentation seconds.
  private(set) var end: Double?

  mutating func add(_ segment: SegmentReport) {
    if segment.isGap {
      gapCount += 1
    } else if segment.isComplete {
      readCount += 1
    } else {
      missingCount += 1
    }
    if let kind = segment.media { media.insert(kind) }
    guard let start = segment.start else { return }
    let reached = segment.frames?.upperBound ?? start + segment.duration
    end = max(end ?? reached, reached)
  }
}

import TimedMetadata

/// Segments that follow one another in a rendition, without a hole or a declared break between them.
struct SegmentPairs: Sendable {
  /// The latest segment of each rendition.
  private(set) var latest: [String?: SegmentReport] = [:]

  /// The most renditions that are followed.
  private static let maximumRenditions = 1024

  /// Takes the next segment. Gives the one before it where both were read whole, are media of one kind,
  /// and no discontinuity is declared between them.
  mutating func receive(_ segment: SegmentReport) -> SegmentReport? {
    let before = latest[segment.rendition]
    if before != nil || latest.count < Self.maximumRenditions {
      latest[segment.rendition] = segment
    }
    guard let before, before.mediaSequence + 1 == segment.mediaSequence, before.isComplete,
      segment.isComplete, !segment.isDiscontinuity, before.media == segment.media
    else { return nil }
    return before
  }
}

extension SegmentReport {
  /// Seconds from its first to its last audio or video frame.
  var span: Double? { frames.map { $0.upperBound - $0.lowerBound } }

  /// Seconds from its first video frame to that of the next segment. Packagers cut video, and audio may start
  /// several video frames earlier: in one segment more than in another.
  func videoDistance(to next: SegmentReport) -> Double? {
    guard let start = videoFrames?.lowerBound, let end = next.videoFrames?.lowerBound else {
      return nil
    }
    return end - start
  }

  /// Seconds from its first frame to that of the next segment.
  func distance(to next: SegmentReport) -> Double? {
    guard let start = frames?.lowerBound, let end = next.frames?.lowerBound else { return nil }
    return end - start
  }
}

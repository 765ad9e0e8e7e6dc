import TimedMetadata

struct HlsSegmentDuration: Rule {
  static let title = "EXTINF is not the segment's duration"
  static let text = """
    EXTINF is the duration of the segment's media.

    Players use the durations of the playlist to seek, place ads and join a live channel: with wrong
    ones they look for a tag in the wrong segment. Rounding, and audio that starts some frames
    before the video, are within the limit. The first segment after a break and the last one are not
    judged.
    """
  static let limit = Threshold("limit", 1, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    remedy: "Let the packager write the duration of the media it puts into the segment.",
    source: "8216 §4.3.2.1, limit ours"
  )

  private let limit: Double
  private var pairs = SegmentPairs()
  /// Renditions whose latest segment continues the one before it.
  private var continuing: Set<String?> = []

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let before = pairs.receive(segment) else {
      continuing.remove(segment.rendition)
      return
    }
    // The first segment may have more audio before its video than the others.
    guard !continuing.insert(segment.rendition).inserted,
      let distance = before.videoDistance(to: segment) ?? before.distance(to: segment),
      let span = before.span
    else { return }
    // Missing media of a segment, or a clock that jumps after it, is for other rules.
    let longest = max(distance, span)
    let shortest = min(distance, span)
    if before.duration - longest > limit {
      log.add(Self.wrong(before.duration, media: longest), at: Place(before))
    } else if shortest - before.duration > limit {
      log.add(Self.wrong(before.duration, media: shortest), at: Place(before))
    }
  }
}

extension HlsSegmentDuration {
  static func wrong(_ duration: Double, media: Double) -> String {
    "EXTINF is \(Words.seconds(duration)), the media of the segment \(Words.seconds(media))"
  }
}

import TimedMetadata

struct HlsDateJump: Rule {
  static let title = "Dates of the playlist jump"
  static let text = """
    EXT-X-PROGRAM-DATE-TIME advances with the media, except at EXT-X-DISCONTINUITY.

    Players find ad breaks and the live position by these dates, and measurement compares them with
    the clock in the tags. After an undeclared jump both are wrong.
    """
  static let limit = Threshold("limit", 3, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    remedy:
      "Check the clock of the packager, and let it write EXT-X-DISCONTINUITY where it is set.",
    source: "8216 §4.3.2.6, limit ours"
  )

  private let limit: Double
  private var pairs = SegmentPairs()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let before = pairs.receive(segment), let date = segment.wallClock,
      let earlier = before.wallClock, let start = segment.start, let earlierStart = before.start
    else { return }
    let jump = (date - earlier) - (start - earlierStart)
    guard abs(jump) > limit else { return }
    log.add(Self.jump(jump, at: segment.uri), at: Place(segment))
  }
}

extension HlsDateJump {
  static func jump(_ seconds: Double, at uri: String) -> String {
    "EXT-X-PROGRAM-DATE-TIME \(seconds < 0 ? "goes back" : "jumps") "
      + "\(Words.seconds(abs(seconds))) at segment \(uri) without EXT-X-DISCONTINUITY"
  }
}

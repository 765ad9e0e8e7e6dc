import TimedMetadata

struct HlsSegmentGap: Rule {
  static let title = "Segment marked as missing"
  static let text = """
    The playlist marks no segment as missing.

    EXT-X-GAP marks a segment that the packager could not make: players skip it. Tags missing there
    are reported by no other rule, but no player receives them.
    """
  static let traits = RuleTraits(
    .hls,
    .info,
    needs: [.hlsPlaylist],
    remedy: "Check why the packager had no media: the tags of that time are not measured.",
    source: "8216bis §4.4.4.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard segment.isGap else { return }
    log.add(Self.gap(segment), at: Place(segment))
  }
}

extension HlsSegmentGap {
  static func gap(_ segment: SegmentReport) -> String {
    guard let start = segment.start else {
      return "segment \(segment.uri) is marked EXT-X-GAP: its tags are missing"
    }
    return "segment \(segment.uri) is marked EXT-X-GAP: tags from \(Words.oneDecimal(start)) to "
      + "\(Words.seconds(start + segment.duration)) are missing"
  }
}

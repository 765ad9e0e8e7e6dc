import TimedMetadata

struct HlsPackedAudioTimestamp: Rule {
  static let title = "Packed audio without its time stamp"
  static let text = """
    Every packed audio segment begins with the tag that gives the time stamp of its first frame.

    Audio frames have no time stamps. Without this tag, or with a wrong one, a player cannot time
    the segment and the tags in it.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.packedAudioSegments],
    remedy:
      "Let the packager write com.apple.streaming.transportStreamTimestamp in 8 bytes, of which "
      + "the lower 33 bits count.",
    source: "8216 §3.4"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(Self.fault(note), at: Place(note))
  }
}

extension HlsPackedAudioTimestamp {
  static func fault(_ note: StreamNote) -> String {
    note.segment.map { "segment \($0): \(note.detail)" } ?? note.detail
  }
}

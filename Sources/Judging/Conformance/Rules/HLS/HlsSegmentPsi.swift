import TimedMetadata

struct HlsSegmentPsi: Rule {
  static let title = "No PAT or PMT in a segment"
  static let text = """
    PAT and PMT are in every transport stream segment, or in its EXT-X-MAP.

    A player that starts at a segment without them finds neither the media nor the tags. If they are
    not its first two packets, as the standard recommends, this is reported as information.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.transportStreamSegments],
    listsEach: false,
    remedy: "Let the segmenter write PAT and PMT at the start of every segment.",
    source: "8216 §3.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard segment.isComplete, let tables = segment.tables else { return }
    switch (tables.hasPAT, tables.hasPMT) {
    case (true, true):
      guard !tables.startsWithTables else { return }
      log.add(Self.late(segment.uri), at: Place(segment), severity: .info)
    case (true, false): log.add(Self.missing("PMT", in: segment.uri), at: Place(segment))
    case (false, true): log.add(Self.missing("PAT", in: segment.uri), at: Place(segment))
    case (false, false): log.add(Self.missing("PAT and PMT", in: segment.uri), at: Place(segment))
    }
  }
}

extension HlsSegmentPsi {
  static func missing(_ tables: String, in uri: String) -> String {
    "segment \(uri) has no \(tables): tags found through the previous one"
  }

  static func late(_ uri: String) -> String {
    "segment \(uri) does not start with PAT and PMT"
  }
}

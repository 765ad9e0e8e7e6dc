import TimedMetadata

struct HlsSingleProgram: Rule {
  static let title = "Several programs in a segment"
  static let text = """
    A transport stream segment holds one program.

    Players use the first program that they find, which may not be the one with the tags.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.transportStreamSegments],
    remedy: "Segment one program of the multiplex, with its own PAT.",
    source: "8216 §3.2"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let tables = segment.tables, tables.programs > 1 else { return }
    log.add(Self.several(tables.programs, in: segment.uri), at: Place(segment))
  }
}

extension HlsSingleProgram {
  static func several(_ count: Int, in uri: String) -> String {
    "\(count) programs in segment \(uri)"
  }
}

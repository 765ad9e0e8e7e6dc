import Formats
import TimedMetadata

struct HlsRenditionMismatch: Rule {
  static let id: RuleID = "hls-rendition-mismatch"
  static let title = "Renditions carry different tags"
  static let text = """
    All renditions that carry tags carry the same tags at the same times.

    If the renditions differ, a player that switches between them gets tags twice or misses some.
    Tags in unreadable segments, before the first segment that was read, or after the last one do
    not count as missing. In playlists that have ended and were read to their ends, tags after the
    last segment count as missing.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.playlist, .renditions],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Check that all renditions come from one encoder, and find out where the packager lost the tags.",
    source: "this tool's own rule"
  )

  private var comparison: RenditionComparison

  init(_ settings: RuleSettings) { comparison = RenditionComparison(limit: settings[Self.limit]) }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen, let time = tag.tag.time else { return }
    comparison.receive(
      payload.text,
      at: time,
      wallClock: tag.tag.wallClock,
      in: tag.tag.rendition
    )
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    comparison.receive(segment)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let carrying = facts.summary.renditions.filter { $0.nielsenTags > 0 }
    guard carrying.count > 1 else { return .notAssessed(.oneRendition) }
    let names = carrying.map(\.name)
    for missing in comparison.finish(renditions: names, hasEnded: facts.isWhole) {
      log.add(
        Self.missing(missing),
        at: Place(
          time: missing.firstTime,
          wallClock: missing.wallClock,
          rendition: missing.rendition
        ),
        amount: missing.count
      )
    }
    return .assessed
  }
}

extension HlsRenditionMismatch {
  static func missing(_ missing: RenditionComparison.Missing) -> String {
    let verb = missing.count == 1 ? "is" : "are"
    return
      "\(Decimals.counted(missing.count, "tag")) of \(missing.carrier ?? "the playlist") \(verb) "
      + "missing in \(missing.rendition ?? "the playlist"), first at "
      + Words.time(missing.firstTime)
  }
}

import NielsenTag
import TimedMetadata

struct ExpectCid: ExpectRule {
  static let title = "Another content id than the template's"
  static let text = """
    The CIDs are those of the template.

    A source keeps its CID for a broadcast day. The template may say from when to when a CID is in
    use; the time of a tag is that of its own clock. Tags of a time that the template does not cover
    are not judged, nor are null CIDs. For two minutes before and after a change either day's CID
    passes. A tag whose offset shows that its day has just begun is not compared with a day that
    ends within the hour, because of daylight saving time.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    remedy:
      "Check that the channel has its own source; on a new broadcast day write the template again "
      + "with 'id3tap expect'.",
    source: templateSource
  )

  private let sources: [(source: TaggedSource, values: ChannelTemplate.Source)]
  private var judged = 0

  init(_ settings: RuleSettings) {
    sources = TaggedSource.allCases.compactMap { source in
      guard let values = settings.template.map(source.values), !values.cids.isEmpty else {
        return nil
      }
      return (source, values)
    }
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !sources.isEmpty, tag.kind == .data, let payload = tag.nielsen else { return }
    let date = tag.dateOfCIDs
    for (source, values) in sources {
      guard let cid = source.cid(payload), !cid.isNull else { continue }
      if values.accepts(cid, at: date) {
        judged += 1
        continue
      }
      let expected = values.expected(at: date, offset: source.offset(payload))
      guard !expected.isEmpty else { continue }
      judged += 1
      log.add(Self.other(cid, of: source, expected: expected.map(\.cid)), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    judged > 0 ? .assessed : .notAssessed(.notInTemplate)
  }
}

extension ExpectCid {
  static func other(_ cid: ContentID, of source: TaggedSource, expected: [ContentID]) -> String {
    "\(source.name) CID \(cid), expected \(expected[0])"
      + (expected.count > 1 ? " or one of \(expected.count - 1) more" : "")
  }
}

import NielsenTag
import TimedMetadata

/// The CIDs are those of the template.
///
/// A source keeps its CID for a broadcast day. The template may say from when to when a CID is in use; the time
/// of a tag is that of its own clock. Tags of a time about which the template says nothing are not judged, nor
/// are null CIDs.
struct ExpectCid: ExpectRule {
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    remedy:
      "Check that the channel has its own source; on a new broadcast day write the template again "
      + "with 'id3tap expect'.",
    source: templateSource
  )

  private let cids: [(source: TaggedSource, cids: [ChannelTemplate.DatedCID])]
  private var judged = 0

  init(_ settings: RuleSettings) {
    cids = TaggedSource.allCases.compactMap { source in
      guard let cids = settings.template.map({ source.values($0).cids }), !cids.isEmpty else {
        return nil
      }
      return (source, cids)
    }
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !cids.isEmpty, tag.kind == .data, let payload = tag.nielsen else { return }
    let date = tag.dateOfCIDs
    for (source, all) in cids {
      guard let cid = source.cid(payload), !cid.isNull else { continue }
      let expected = all.filter { $0.covers(date) }
      guard !expected.isEmpty else { continue }
      judged += 1
      guard !expected.contains(where: { $0.cid == cid }) else { continue }
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

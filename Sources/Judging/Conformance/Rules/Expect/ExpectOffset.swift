import NielsenTag
import TimedMetadata

struct ExpectOffset: ExpectRule {
  static let title = "Offset outside the template's range"
  static let text = """
    The offsets lie in the range of the template.

    An offset counts the seconds since the start of the source's broadcast day. A film, or a
    programme at a fixed hour, covers part of the day; a channel needs all of it. Offsets of a null
    CID are not judged.
    """
  static let traits = RuleTraits(
    .expect,
    .error,
    needs: [.template, .dataTags(1)],
    remedy:
      "Check the clock that the inserter is fed and its time zone, else correct 'offset' in the "
      + "template.",
    source: templateSource
  )

  private let ranges: [(source: TaggedSource, range: ClosedRange<Int64>)]

  init(_ settings: RuleSettings) {
    ranges = TaggedSource.allCases.compactMap { source in
      settings.template.flatMap { source.values($0).offset }.map { (source, $0) }
    }
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard !ranges.isEmpty, tag.kind == .data, let payload = tag.nielsen else { return }
    for (source, range) in ranges {
      guard let offset = source.offset(payload), source.cid(payload)?.isNull != true,
        !range.contains(Int64(offset))
      else { continue }
      log.add(Self.outside(offset, of: source, range), at: tag.place)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    ranges.isEmpty ? .notAssessed(.notInTemplate) : .assessed
  }
}

extension ExpectOffset {
  static func outside(_ offset: Int, of source: TaggedSource, _ range: ClosedRange<Int64>) -> String
  {
    "\(source.name) offset \(offset) s, expected \(range.lowerBound) to \(range.upperBound) s"
  }
}

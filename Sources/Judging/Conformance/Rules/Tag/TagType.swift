import TimedMetadata

struct TagType: Rule {
  static let title = "Unknown type of tag"
  static let text = """
    The type byte of the blob is 01 or 02.

    No other type has been published. A tag of another type with a correct checksum should be
    investigated.
    """
  static let traits = RuleTraits(
    .tag,
    .info,
    isHeuristic: true,
    needs: [.tags],
    remedy: "Ask the maker of the inserter what tags of this type are for.",
    source: "inferred from public payloads"
  )

  private static let known: ClosedRange<UInt8> = 1...2
  private var hasType = false

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let type = tag.trustedBlob?.typeByte else { return }
    hasType = true
    guard !Self.known.contains(type) else { return }
    log.add(Self.unknown(type), at: tag.place)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    hasType ? .assessed : .notAssessed(.heuristicUnconfirmed)
  }
}

extension TagType {
  static func unknown(_ type: UInt8) -> String {
    "tag type \(Words.hex(type)), known are 01 (INFO) and 02 (DATA)"
  }
}

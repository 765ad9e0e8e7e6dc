import TimedMetadata

/// Both offsets of an INFO tag are 00000.
///
/// An INFO tag is about the inserter, not about a source, so there is no broadcast day to count from.
struct InfoOffsetsZero: Rule {
  static let traits = RuleTraits(
    .info,
    .error,
    isHeuristic: true,
    needs: [.infoTags(1)],
    remedy: "Ask the maker of the inserter: it mixes the fields of INFO and DATA tags.",
    source: "practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .info, let payload = tag.nielsen else { return }
    for (name, offset) in [("PC", payload.pcOffset), ("FD", payload.fdOffset)] {
      guard let offset, offset != 0 else { continue }
      log.add(Self.offset(offset, of: name), at: tag.place)
    }
  }
}

extension InfoOffsetsZero {
  static func offset(_ offset: Int, of name: String) -> String {
    "INFO tag with \(name) offset \(offset)"
  }
}

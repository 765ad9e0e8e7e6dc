import NielsenTag
import TimedMetadata

struct InfoOffsetsZero: Rule {
  static let title = "INFO tag with an offset"
  static let text = """
    Both offsets of an INFO tag are 00000.

    An INFO tag is about the inserter, not about a source, so there is no broadcast day to count from.
    """
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
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  /// The offsets of an INFO tag's payload that should be 0.
  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    guard payload.kind == .info else { return [] }
    let offsets: [(PayloadField, String, Int?)] = [
      (.pcOffset, "PC", payload.pcOffset), (.fdOffset, "FD", payload.fdOffset),
    ]
    return offsets.compactMap { field, name, offset in
      guard let offset, offset != 0 else { return nil }
      return PayloadFinding(rule: id, field: field, message: Self.offset(offset, of: name))
    }
  }
}

extension InfoOffsetsZero {
  static func offset(_ offset: Int, of name: String) -> String {
    "INFO tag with \(name) offset \(offset)"
  }
}

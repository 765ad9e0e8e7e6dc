import NielsenTag
import TimedMetadata

struct InfoCidsNull: Rule {
  static let title = "INFO tag with a content id"
  static let text = """
    Both CIDs of an INFO tag are null.

    An INFO tag is about the inserter, not about a source. One that names a source is mistaken for a
    DATA tag.
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

  /// The CIDs of an INFO tag's payload that should be null.
  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    guard payload.kind == .info else { return [] }
    let cids: [(PayloadField, String, ContentID?)] = [
      (.pcCID, "PC", payload.pcCID), (.fdCID, "FD", payload.fdCID),
    ]
    return cids.compactMap { field, name, cid in
      guard let cid, !cid.isNull else { return nil }
      return PayloadFinding(rule: id, field: field, message: source(cid, as: name))
    }
  }
}

extension InfoCidsNull {
  static func source(_ cid: ContentID, as name: String) -> String {
    "INFO tag with \(name) CID \(cid.text.prefix(4))…=="
  }
}

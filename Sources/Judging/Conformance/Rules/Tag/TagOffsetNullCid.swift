import NielsenTag
import TimedMetadata

struct TagOffsetNullCid: Rule {
  static let title = "Offset without a content id"
  static let text = """
    Where a CID is null its offset is 00000.

    An offset counts from the start of a source's broadcast day. Without a source it has no meaning,
    and the tag contradicts itself.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    remedy: "Ask the maker of the inserter: it mixes the fields of two sources.",
    source: "practice"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  /// The offsets of a payload that should be 0.
  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    let offsets: [(PayloadField, String, ContentID?, Int?)] = [
      (.pcOffset, "PC", payload.pcCID, payload.pcOffset),
      (.fdOffset, "FD", payload.fdCID, payload.fdOffset),
    ]
    return offsets.compactMap { field, name, cid, offset in
      guard let cid, cid.isNull, let offset, offset != 0 else { return nil }
      return PayloadFinding(rule: id, field: field, message: Self.offset(offset, of: name))
    }
  }
}

extension TagOffsetNullCid {
  static func offset(_ offset: Int, of name: String) -> String {
    let digits = String(String(offset + 100_000).dropFirst())
    return "\(name) CID is null but \(name) offset is \(digits)"
  }
}

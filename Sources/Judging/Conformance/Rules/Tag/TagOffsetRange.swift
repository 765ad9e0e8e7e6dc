import NielsenTag
import TimedMetadata

struct TagOffsetRange: Rule {
  static let title = "Offset over a day"
  static let text = """
    An offset is at most a day.

    Offsets start again with every broadcast day, which has 86 400 seconds, or an hour more when the clocks
    change.
    """
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.tags],
    remedy: "Look at the clock that the inserter is fed.",
    source: "computed from public payloads"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen else { return }
    for fault in Self.faults(of: payload) { log.add(fault.message, at: tag.place) }
  }

  /// The offsets of a payload that are too large.
  static func faults(of payload: NielsenPayload) -> [PayloadFinding] {
    let offsets: [(PayloadField, String, Int?)] = [
      (.pcOffset, "PC", payload.pcOffset), (.fdOffset, "FD", payload.fdOffset),
    ]
    return offsets.compactMap { field, name, offset in
      guard let offset, !NielsenPayload.saneOffsets.contains(offset) else { return nil }
      return PayloadFinding(rule: id, field: field, message: tooLarge(offset, of: name))
    }
  }
}

extension TagOffsetRange {
  static func tooLarge(_ offset: Int, of name: String) -> String {
    "\(name) offset \(offset) is more than a day"
  }
}

import NielsenTag
import TimedMetadata

struct TagEncoding: Rule {
  static let title = "Payload not in Nielsen's base64url"
  static let text = """
    CIDs and blob are padded base64url of 16, 16 and 125 bytes.

    A device that treats them as base64, or as part of a URL, changes `-` and `_` or removes the
    padding; the result cannot be decrypted.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    repairedBy: .packager,
    remedy:
      "Look for the device that encodes the payload again: it must pass on every character.",
    source: "RFC 4648, section 5"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    let faults = (tag.nielsen?.faults ?? []).filter { !$0.code.isLayout }
    for (index, fault) in faults.enumerated() {
      log.add(fault.message, at: tag.place, amount: index == 0 ? 1 : 0)
    }
  }
}

import NielsenTag
import TimedMetadata

struct TagLayout: Rule {
  static let title = "Payload not built as Nielsen's are"
  static let text = """
    A payload has 249 characters in seven fields, with digits in the numeric fields.

    Receivers reject a payload that is cut or has a field of another length. `tag-encoding` checks
    whether the CIDs and the blob decode.
    """
  static let traits = RuleTraits(
    .tag,
    .error,
    needs: [.tags],
    repairedBy: .packager,
    remedy: "Look for the device that rewrites the payload: it must pass on every character.",
    source: "computed from public payloads"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    let faults = (tag.nielsen?.faults ?? []).filter { $0.code.isLayout }
    // A wrong length explains the rest.
    let inOrder =
      faults.filter { $0.code == .payloadLength } + faults.filter { $0.code != .payloadLength }
    for (index, fault) in inOrder.enumerated() {
      log.add(fault.message, at: tag.place, amount: index == 0 ? 1 : 0)
    }
  }
}

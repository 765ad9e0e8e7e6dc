import NielsenTag
import TimedMetadata

/// An offset is no more than a day.
///
/// Offsets start again with every broadcast day, which has 86 400 seconds, or an hour more when the clocks
/// change.
struct TagOffsetRange: Rule {
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
    for (name, offset) in [("PC", payload.pcOffset), ("FD", payload.fdOffset)] {
      guard let offset, !NielsenPayload.saneOffsets.contains(offset) else { continue }
      log.add(Self.tooLarge(offset, of: name), at: tag.place)
    }
  }
}

extension TagOffsetRange {
  static func tooLarge(_ offset: Int, of name: String) -> String {
    "\(name) offset \(offset) is more than a day"
  }
}

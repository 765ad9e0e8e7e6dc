import TimedMetadata

struct PmtUnstable: NoteRule {
  static let title = "PID or stream type of the ID3 changes"
  static let text = """
    PID and stream_type of the ID3 stay from one discontinuity to the next.

    Players that took the PID from the first PMT ignore later ones. A version that changes with
    every copy of the same PMT is reported as information.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Keep the PID, and declare it from the beginning, even without a tag.",
    source: "ours"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .mapVersion {
      log.add(note.detail, at: Place(note), severity: .info)
    } else if note.id.rawValue == log.rule.rawValue {
      log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
    }
  }
}

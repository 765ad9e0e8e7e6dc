import TimedMetadata

struct MpdEventPeriod: NoteRule {
  static let title = "Event outside its Period"
  static let text = """
    The events of a manifest lie in their Period.

    Their times count from EventStream@presentationTimeOffset, and the Period begins there. Players present no event before the
    start of its Period or after its end, and many drop one exactly at the end. Without the offset, events with media times lie
    far behind it. Tags that are left out are errors, other events warnings; what lies exactly at the end is reported as information.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.manifest],
    listsEach: true,
    remedy:
      "Let the packager write EventStream@presentationTimeOffset, and each event in the Period in which it lies.",
    source: "ISO/IEC 23009-1, 5.10.2.1; google/ExoPlayer#10460, Dash-Industry-Forum/dash.js#3223"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    let severity: Severity =
      switch note.measured {
      case 0: .info
      case nil: .warning
      default: .error
      }
    log.add(note.detail, at: Place(note), severity: severity, amount: note.amount ?? 1)
  }
}

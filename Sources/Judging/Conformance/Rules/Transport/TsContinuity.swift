import TimedMetadata

struct TsContinuity: NoteRule {
  static let title = "Packets lost"
  static let text = """
    Continuity counters on ID3 and table PIDs count up by one.

    A jump means lost packets: a tag with a part missing is worthless to a player. A counter that
    does not advance makes players drop every packet as a duplicate. Losses on other PIDs, such as
    audio and video, are reported once, as information. In the segments of a playlist, jumps on PAT
    and PMT are also only information: many packagers put tables with fixed counters at the start of
    each segment.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    repairedBy: .server,
    remedy: "Look for packet loss between the encoder and here.",
    source: "H.222 2.4.3.3"
  )

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    let amount = note.amount ?? 1
    if note.id == .framesLost {
      log.add(note.detail, at: Place(note), severity: .info, amount: amount)
    } else if note.id.rawValue != log.rule.rawValue {
      return
    } else if note.concernsTables, note.segment != nil {
      log.add(Self.insertedTables(note.detail), at: Place(note), severity: .info, amount: amount)
    } else {
      log.add(note.detail, at: Place(note), amount: amount)
    }
  }
}

extension TsContinuity {
  static func insertedTables(_ detail: String) -> String {
    "\(detail) of PAT or PMT: the packager inserts tables of its own, no tag is concerned"
  }
}

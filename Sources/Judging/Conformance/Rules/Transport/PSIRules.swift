import TimedMetadata

struct PsiMissing: NoteRule {
  static let id: RuleID = "psi-missing"
  static let title = "No PAT or PMT for the ID3 stream"
  static let text = """
    The PAT lists every program with an ID3 stream, and each of these programs has a PMT.

    Without these tables, a player finds neither the tags nor the media.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Send the PAT, and the PMT of every program, at least twice a second.",
    source: "ISO/IEC 13818-1, 2.4.4"
  )
}

struct PsiCrc: NoteRule {
  static let id: RuleID = "psi-crc"
  static let title = "Wrong CRC of PAT or PMT"
  static let text = """
    The CRC-32 of PAT and PMT is correct.

    A player drops a table with a wrong CRC, and so misses any change in it. A device that rewrites
    tables but not their CRC causes this fault in every copy.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy:
      "Look for the device that changes tables without updating the CRC, or for bad reception.",
    source: "ISO/IEC 13818-1, 2.4.4, annex A"
  )
}

struct PsiInterval: Rule {
  static let id: RuleID = "psi-interval"
  static let title = "PAT or PMT not sent often enough"
  static let text = """
    The PAT and the PMT are sent at least twice a second.

    A player that joins the stream can only start at the next PMT. Broadcast standards require this
    interval; in HLS, once per segment is enough.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .transport,
    .info,
    needs: [.transportStream, .clock, .seconds(2)],
    thresholds: [limit],
    remedy: "Send the PAT and the PMT at least twice a second.",
    source: "ETSI TR 101 290 1.3, 1.5"
  )

  private let limit: Double

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue, let seconds = note.measured, seconds > limit
    else { return }
    log.add(
      Self.interval(seconds, of: note.pid == 0 ? "PAT" : "PMT", limit: limit),
      at: Place(note)
    )
  }
}

extension PsiInterval {
  static func interval(_ seconds: Double, of table: String, limit: Double) -> String {
    "no \(table) for \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }
}

struct SpliceMalformed: NoteRule {
  static let id: RuleID = "splice-malformed"
  static let title = "SCTE-35 cannot be read"
  static let text = """
    SCTE-35 sections are well-formed.

    Every splicer drops a section whose CRC is wrong, or whose fields run past its end: the break
    that it announces does not take place.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream],
    remedy: "Look for the device that writes or changes the SCTE-35 PID, or for bad reception.",
    source: "SCTE 35 2023, 9.6"
  )
}

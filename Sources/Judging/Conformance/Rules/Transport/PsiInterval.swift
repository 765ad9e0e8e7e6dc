import TimedMetadata

struct PsiInterval: Rule {
  static let title = "PAT or PMT too seldom"
  static let text = """
    PAT and PMT come often enough.

    A player that joins can only start at the next PMT. Broadcast requires them twice a second; in
    HLS once per segment is enough.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .transport,
    .info,
    needs: [.transportStream, .clock, .seconds(2)],
    thresholds: [limit],
    remedy: "Send PAT and PMT twice a second or more often.",
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
    "\(table) every \(Words.seconds(seconds)) (limit \(Words.limit(limit)))"
  }
}

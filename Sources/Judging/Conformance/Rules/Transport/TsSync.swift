import TimedMetadata

struct TsSync: Rule {
  static let id: RuleID = "ts-sync"
  static let title = "Packets without a sync byte"
  static let text = """
    Every packet starts with a sync byte.

    Bytes that are not packets mean that the stream was cut, or that other data was written into it.
    The packets in their place are lost. A loss of more than one percent of the input is an error.
    At the start and at the end, where a recorder may write its own data, up to a tenth of the input
    is tolerated with a warning. Recordings often start within a packet: the rest of that packet is
    reported as information.
    """
  static let error = Threshold("error", 0.01, "")
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    thresholds: [error],
    repairedBy: .packager,
    remedy: "Look for a device that cuts or joins the stream within a packet.",
    source: "ISO/IEC 13818-1, 2.4.3.3; this tool's own error share"
  )

  private let error: Double
  /// The largest share of the input that may be skipped at its start, or at its end, without counting as lost.
  private static let edge = 0.1
  /// The number of bytes skipped at the start; the rest of a cut packet is not included.
  private var first = 0
  /// The number of bytes skipped after the start, except in the latest skipped part.
  private var skipped = 0
  /// The position and size of the latest skipped part.
  private var last: (offset: Int64, count: Int)?

  init(_ settings: RuleSettings) { error = settings[Self.error] }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    let amount = note.amount ?? 1
    if note.id == .partialPacket {
      log.add(note.detail, at: Place(note), severity: .info, amount: amount)
    } else if note.id.rawValue == log.rule.rawValue {
      if note.offset == 0 {
        first += amount
      } else {
        skipped += last?.count ?? 0
        last = (note.offset ?? 0, amount)
      }
      log.add(note.detail, at: Place(note), severity: .warning, amount: amount)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.summary.byteCount > 0 else { return .assessed }
    let count = facts.summary.byteCount
    let isAtEnd = last.map { $0.offset + Int64($0.count) >= Int64(count) } ?? false
    let edges = [first, isAtEnd ? last?.count ?? 0 : 0].filter {
      Double($0) > Self.edge * Double(count)
    }
    let inside = skipped + (isAtEnd ? 0 : last?.count ?? 0)
    let share = Double(edges.reduce(inside, +)) / Double(count)
    if share > error { log.add(Self.lost(share, limit: error), at: Place(), amount: 0) }
    return .assessed
  }
}

extension TsSync {
  static func lost(_ share: Double, limit: Double) -> String {
    "\(Words.oneDecimal(min(share, 1) * 100)) % of the input is outside of transport stream packets "
      + "(limit \(Words.oneDecimal(limit * 100)) %)"
  }
}

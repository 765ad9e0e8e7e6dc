import TimedMetadata

/// Counts what an input lost, as far as it is known why tags are missing.
struct LossTally {
  /// The rules that report a loss, and how to say how often.
  private static let losses: [(rule: NoteID, one: String, many: String)] = [
    ("ts-continuity", "gap", "gaps"),
    ("ts-transport-error", "place with transport errors", "places with transport errors"),
    ("ts-scrambled", "place with scrambled packets", "places with scrambled packets"),
    ("tag-truncated", "incomplete tag", "incomplete tags"),
  ]
  private static let damagedTable: NoteID = "psi-crc"

  private struct Key: Hashable {
    var rule: NoteID
    var pid: Int?
  }

  private var counts: [Key: Int] = [:]

  /// Counts a note; most rules are not about losses.
  mutating func count(_ note: StreamNote) {
    let isLoss = note.id == Self.damagedTable || Self.losses.contains { $0.rule == note.id }
    if isLoss { counts[Key(rule: note.id, pid: note.pid), default: 0] += 1 }
  }

  /// Damaged tables, on any PID.
  var damagedTables: Int {
    counts.reduce(0) { $0 + ($1.key.rule == Self.damagedTable ? $1.value : 0) }
  }

  /// The losses on the PIDs of `streams`, such as `2 gaps, 1 incomplete tag`; nil without a loss.
  func words(for streams: [StreamSummary]) -> String? {
    let pids = Set(streams.map(\.pid))
    let parts = Self.losses.compactMap { rule, one, many -> String? in
      let count = counts.reduce(0) {
        $0 + ($1.key.rule == rule && pids.contains($1.key.pid) ? $1.value : 0)
      }
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

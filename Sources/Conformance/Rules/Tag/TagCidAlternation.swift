import NielsenTag
import TimedMetadata

/// A CID does not change back and forth.
///
/// A source keeps its CID, so two CIDs in turn are two inserters in one stream, or an input that switches
/// between two sources. One advertisement between two parts of a programme is not such a case: the first CID
/// has to be replaced twice within the limit.
struct TagCidAlternation: Rule {
  static let limit = Threshold("limit", 60, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    needs: [.dataTags(2), .clock],
    thresholds: [limit],
    remedy: "Look for a second inserter, or for a switch that changes between two inputs.",
    source: "ours"
  )

  /// What one CID of a stream was, and which before, with the times of the two last changes.
  private struct History {
    var current: ContentID?
    var before: ContentID?
    var changes: [Double] = []

    /// Takes the next CID. Gives the seconds since the change before the last but one, where all three
    /// were between the same two.
    mutating func alternation(to next: ContentID, at time: Double) -> Double? {
      guard let current, current != next else {
        current = next
        return nil
      }
      changes = next == before ? changes.suffix(2) + [time] : [time]
      (before, self.current) = (current, next)
      guard changes.count == 3 else { return nil }
      return time - changes[0]
    }
  }

  private struct Histories {
    var pc = History()
    var fd = History()
  }

  private let limit: Double
  private var streams = PerStream<Histories>()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.kind == .data, let payload = tag.nielsen, let time = tag.tag.time else { return }
    let found = streams.update(tag.stream, from: Histories()) { histories in
      // No source is not another source.
      let pc = payload.pcCID.flatMap {
        $0.isNull ? nil : histories.pc.alternation(to: $0, at: time)
      }
      let fd = payload.fdCID.flatMap {
        $0.isNull ? nil : histories.fd.alternation(to: $0, at: time)
      }
      return [("PC", pc), ("FD", fd)]
    }
    for (name, seconds) in found ?? [] {
      guard let seconds, seconds <= limit else { continue }
      log.add(Self.alternation(of: name, seconds: seconds), at: tag.place)
    }
  }
}

extension TagCidAlternation {
  static func alternation(of name: String, seconds: Double) -> String {
    "\(name) CID changes back and forth, three times in \(Words.seconds(seconds)): "
      + "two inserters, or an input that switches"
  }
}

import Formats
import TimedMetadata

struct PmtUndeclared: Rule {
  static let id: RuleID = "pmt-undeclared"
  static let title = "PMT does not declare the ID3 PID"
  static let text = """
    The PMT in force declares the PID of the tags, from before the first tag to the last.

    A player drops packets of an undeclared PID, and with them the first tags. A player that joins
    after the declaration was removed sees no tag at all.
    """
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy:
      "Declare the ID3 PID in every PMT from the beginning to the end, even if no tag is sent.",
    source: "ISO/IEC 13818-1, 2.4.4.8; RFC 8216, 3.2"
  )

  /// The tags of one PID that arrived while no PMT declared it.
  private struct Undeclared {
    var count = 0
    var first: Place?

    mutating func add(_ tag: CheckedTag) {
      count += 1
      first = first ?? tag.place
    }
  }

  private struct PID {
    var hasDeclared = false
    /// The tags that arrived before the first declaration.
    var early = Undeclared()
    /// The tags that arrived after a declaration was removed.
    var late = Undeclared()
  }

  private var pids = PerStream<PID>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.tag.carriage == .tsPES else { return }
    let isUndeclared = tag.has(log.rule)
    _ = pids.update(tag.stream, from: PID()) { pid in
      if !isUndeclared {
        pid.hasDeclared = true
      } else if pid.hasDeclared {
        pid.late.add(tag)
      } else {
        pid.early.add(tag)
      }
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (stream, pid) in pids.all {
      if let first = pid.early.first {
        let summary = facts.summary.streams.first {
          $0.rendition == stream.rendition && $0.pid == stream.pid
        }
        let words = Self.undeclared(
          pid.early.count,
          pid: stream.pid,
          isNeverNamed: summary?.declared == false
        )
        log.add(words, at: first, amount: pid.early.count)
      }
      if let first = pid.late.first {
        log.add(Self.dropped(pid.late.count, pid: stream.pid), at: first, amount: pid.late.count)
      }
    }
    return .assessed
  }
}

extension PmtUndeclared {
  static func undeclared(_ tags: Int, pid: Int?, isNeverNamed: Bool) -> String {
    place(tags, pid)
      + (isNeverNamed ? ", which no PMT declares as ID3" : " before any PMT declares it")
  }

  static func dropped(_ tags: Int, pid: Int?) -> String {
    "\(place(tags, pid)) after the PMT stopped declaring it"
  }

  private static func place(_ tags: Int, _ pid: Int?) -> String {
    "\(Decimals.counted(tags, "tag"))\(pid.map { " on \(Words.pid($0))" } ?? "")"
  }
}

import TimedMetadata

/// The PMT names the PID of the tags before the first of them.
///
/// A player drops packets of a PID it has not heard of, and with them the first tags.
struct PmtUndeclared: Rule {
  static let traits = RuleTraits(
    .transport,
    .error,
    needs: [.transportStream],
    remedy: "Declare the ID3 PID in every PMT from the beginning, tag or not.",
    source: "H.222 2.4.4.8, 8216 section 3.2"
  )

  /// The tags of one PID that came too early.
  private struct Early {
    var count: Int
    var first: Place
  }

  private var early = PerStream<Early>()

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.has(log.rule) else { return }
    _ = early.update(tag.stream, from: Early(count: 0, first: tag.place)) { $0.count += 1 }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for (stream, early) in early.all {
      let summary = facts.summary.streams.first {
        $0.rendition == stream.rendition && $0.pid == stream.pid
      }
      log.add(
        Self.undeclared(early.count, pid: stream.pid, isNeverNamed: summary?.declared == false),
        at: early.first,
        amount: early.count
      )
    }
    return .assessed
  }
}

extension PmtUndeclared {
  static func undeclared(_ tags: Int, pid: Int?, isNeverNamed: Bool) -> String {
    let place = pid.map { " on \(Words.pid($0))" } ?? ""
    return "\(Words.count(tags, "tag"))\(place)"
      + (isNeverNamed ? ", which no PMT names as ID3" : " before any PMT names it")
  }
}

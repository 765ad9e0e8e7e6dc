import TimedMetadata

struct PmtDeclaredEmpty: Rule {
  static let text = """
    A PID that a PMT declares as ID3 is not empty.

    An empty PID indicates an inserter that is not running, or a packager that drops the tags.
    """
  static let traits = RuleTraits(
    .transport,
    .warning,
    needs: [.transportStream, .seconds(30)],
    remedy: "Check that the inserter runs, and what the packager does with the PID.",
    source: "ours"
  )

  /// Notes of runs of media without a packet. Other runs of the same rendition may have some.
  private var empty: [StreamNote] = []

  private static let maximumCount = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue, empty.count < Self.maximumCount else { return }
    empty.append(note)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for note in empty {
      let hasTags = facts.summary.streams.contains {
        $0.rendition == note.rendition && $0.pid == note.pid && $0.tags > 0
      }
      if !hasTags { log.add(note.detail, at: Place(note)) }
    }
    return .assessed
  }
}

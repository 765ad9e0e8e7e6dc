import Formats
import TimedMetadata

struct TagCount: Rule {
  static let id: RuleID = "tag-count"
  static let title = "Fewer tags than the content needs"
  static let text = """
    The number of DATA tags fits the length of the content.

    A tag is made for about ten seconds of watermarked audio. Far fewer tags mean that large parts
    carry no watermark or that tags are lost, even where no single gap is long. Parts of the input
    that could not be read do not count.
    """
  static let share = Threshold("share", 0.75, "")
  static let spacing = Threshold("spacing", 10, "s")
  static let traits = RuleTraits(
    .tag,
    .warning,
    bound: .minimum(0),
    needs: [.clock, .seconds(30)],
    thresholds: [share, spacing],
    listsEach: true,
    remedy:
      "Compare the gaps with the programme: advertising without a watermark has no tags.",
    source: "practice of existing validators (10 s); this tool's own share"
  )

  private let share: Double
  private let spacing: Double

  init(_ settings: RuleSettings) {
    share = settings[Self.share]
    spacing = settings[Self.spacing]
  }

  /// Judges each stream. The stream that lacks the most tags decides the result.
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    var worst: (found: Int, minimum: Int)?
    for stream in facts.successions {
      guard let end = facts.end(of: stream.key) else { continue }
      let start = facts.start(of: stream.key)
      let unread = facts.unread.seconds(stream.key.rendition, from: start, to: end)
      let seconds = end - start - unread
      let minimum = minimum(in: seconds)
      let found = stream.dataTags
      if found < minimum {
        let words = Self.few(found, seconds: seconds, minimum: minimum)
        log.add(words, at: Place(stream.key), amount: 0)
      }
      if worst.map({ found - minimum < $0.found - $0.minimum }) ?? true { worst = (found, minimum) }
    }
    guard let worst else { return assessNone(in: facts, &log) }
    log.count(worst.found)
    return .assessedMinimum(worst.minimum)
  }

  /// Judges an input without any stream of Nielsen tags.
  private func assessNone(in facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard facts.unread.isEmpty else { return .notAssessed(.notRead) }
    let seconds = facts.checkedSeconds
    let minimum = minimum(in: seconds)
    if minimum > 0 {
      log.add(Self.few(0, seconds: seconds, minimum: minimum), at: Place(), amount: 0)
    }
    return .assessedMinimum(minimum)
  }

  private func minimum(in seconds: Double) -> Int {
    Int(exactly: (share * max(seconds, 0) / spacing).rounded(.down)) ?? 0
  }
}

extension TagCount {
  static func few(_ found: Int, seconds: Double, minimum: Int) -> String {
    "\(Decimals.counted(found, "DATA tag")) in \(Words.seconds(seconds)), expected at least \(minimum)"
  }
}

import Conformance
import Formats
import PingAnalysis
import Records

/// The data about one input in a report.
package struct InputReport: Sendable {
  /// The input as the user named it; a feed with a name as `Weather HD (https://…)`.
  package internal(set) var name: String
  /// The name that the user gave a feed.
  var title: String?
  /// The verdict of `check`; nil when it was not checked, except when it could not be read.
  package internal(set) var verdict: Verdict?
  /// Whether `check` reported it.
  package internal(set) var isChecked = false
  /// Whether a batch has it on its list and has not read it yet.
  package internal(set) var isWaiting = false
  /// Why the verdict is `notJudged`.
  package internal(set) var notJudged: String?
  /// The tags that a viewer gets, by kind: those that several renditions share count once.
  package var tags: TagCounts { viewerTags.counts }
  /// Seconds of content.
  package internal(set) var duration: Double?
  /// Presentation seconds of the first Nielsen tag.
  package internal(set) var firstTag: Double?
  /// Presentation seconds of the last Nielsen tag.
  package internal(set) var lastTag: Double?
  /// The longest time without a DATA tag in one stream, in seconds.
  package internal(set) var longestGap: Double?
  /// Why nothing, or not everything, could be read.
  package internal(set) var failure: String?
  /// The missing items that were required.
  package internal(set) var missing: [String] = []
  /// Findings of each severity, several alike counted one by one.
  package internal(set) var findingCounts: [Severity: Int] = [:]

  /// The tags that a viewer gets, and in how many renditions they are.
  var viewerTags = ViewerTags()
  var findingsByRule: [RuleID: RuleFindings] = [:]
  var streams: [StreamRecord] = []
  /// The players that `--player` named and that would not show all tags.
  var failedPlayers: [(name: String, reasons: [String])] = []
  /// Indexes into `OutcomeTable`, in the order of the rules.
  var outcomes: [Int32] = []
  var findings: [Finding] = []
  var tracks: [TimelineTrack] = []
  var markers: [Marker] = []
  var pings = PingSeries()
  /// The pings that it would have given without the gaps between its DATA tags.
  var pingsWithoutGaps: Int?
  /// Tags of others, from the records of `extract`, and the number of the last one.
  var (otherTags, lastOtherTag) = (0, Int?.none)
  var explained = ExplainedRows()
  /// Owners of ID3 tags that are not Nielsen's, from the records of `extract`.
  var owners = OtherOwners()
  /// The same, from the record of `check`.
  var checkedOwners = OtherOwners()
  /// The owners to show.
  var knownOwners: OtherOwners { owners.counts.isEmpty ? checkedOwners : owners }
  /// The time of day, where tags or findings have one.
  var dayClock = DayClock()
  /// Whether findings, tracks or markers were left out.
  var isCut = false
  /// Whether everything but the numbers was left out.
  var isReduced = false

  /// As many are kept at most.
  static let findingCapacity = 300
  static let trackCapacity = 48
  static let markerCapacity = 500
  static let streamCapacity = 200

  init(name: String) { self.name = name }

  /// The status.
  package var status: InputStatus { isWaiting ? .waiting : InputStatus(verdict) }

  struct RuleFindings: Sendable, Equatable {
    /// The worst.
    var severity: Severity
    /// How many, several alike counted one by one.
    var count: Int
  }

  /// A mark of a playlist.
  struct Marker: Sendable, Equatable {
    var kind: String
    var id: String?
    var time: Double
    var duration: Double?
    var isOut: Bool?
    var rendition: String?

    init?(_ record: RecordView<MarkerFields>) {
      guard let time = record.time, let kind = record.kind else { return nil }
      self.time = time
      self.kind = LongText.cut(kind, to: 40)
      id = record.id.map { LongText.cut($0, to: 100) }
      duration = record.duration
      isOut = record.out
      rendition = record.rendition.map { LongText.cut($0) }
    }
  }
}

extension InputReport {
  /// About how many bytes of memory `reduce()` would free.
  var weight: Int {
    guard !isReduced else { return 0 }
    let tracks = tracks.reduce(0) { sum, track in
      sum + track.tags.points.count * MemoryLayout<TagSeries.Point>.stride
        + track.tags.gaps.count * 16 + track.contents.spans.count * 100
        + (track.strip?.marks.count ?? 0) + track.segments.count * 120
    }
    let messages = findings.reduce(0) { $0 + $1.message.utf8.count }
    return (findings.count + explained.findings.count) * 320 + messages + tracks + markers.count
      * 120 + streams.count * 120
      + pings.points.count * 16
  }

  /// Drops everything but the numbers.
  mutating func reduce() {
    isReduced = true
    (streams, findings, markers) = ([], [], [])
    explained.reduce()
    for index in tracks.indices {
      tracks[index].strip = nil
      tracks[index].segments = []
      tracks[index].tags.reduce()
      tracks[index].contents.reduce()
    }
    pings.reduce()
  }
}

extension InputReport {
  /// The cost in pings of the gaps between its tags, as a sentence; nil when they cost none.
  var costOfGaps: String? {
    guard let pingsWithoutGaps, pingsWithoutGaps > pings.total else { return nil }
    return "Without the gaps in its tags: \(Quantity.count(pingsWithoutGaps))."
  }
}

/// The status of an input in a report: its verdict, or the reason why it has none. What hurts most is first.
package enum InputStatus: String, Sendable, Hashable, CaseIterable {
  /// There are no tags.
  case absent
  /// A rule failed.
  case fail
  /// Could not be read, or not to its end.
  case unreadable
  /// A rule warned.
  case warn
  /// Too little was read to say whether tags are there.
  case notJudged = "not-judged"
  /// A batch has it on its list and has not read it.
  case waiting = "not read yet"
  /// `check` did not run.
  case notChecked = "not checked"
  /// Everything is as it should be.
  case pass

  init(_ verdict: Verdict?) {
    switch verdict {
    case .unreadable: self = .unreadable
    case .fail: self = .fail
    case .absent: self = .absent
    case .warn: self = .warn
    case .notJudged: self = .notJudged
    case nil: self = .notChecked
    case .pass: self = .pass
    }
  }

  /// The place in this order.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  var words: String { rawValue }

  /// The character that represents it beside its colour.
  var mark: String {
    switch self {
    case .unreadable: "?"
    case .fail: "✕"
    case .absent: "○"
    case .warn: "▲"
    case .waiting: "…"
    case .notChecked: "–"
    case .notJudged: "~"
    case .pass: "✓"
    }
  }

  /// Its class in the style sheet, and its name in metrics.
  var styleClass: String { rawValue.replacing(" ", with: "-") }
}

/// The findings of `explain` in the tags and pings of an input.
struct ExplainedRows: Sendable {
  private(set) var tags = 0
  private(set) var isCut = false
  private var tagFindings: [Finding] = []
  private var pingFindings: [Finding] = []
  private var (lastTag, lastPing) = (Int?.none, Int?.none)

  /// Everything, in the order in which it came.
  var findings: [Finding] { tagFindings + pingFindings }

  /// Takes a tag; a number that is not higher than the last one replaces all before.
  mutating func take(tag record: RecordView<ExplanationFields>) {
    if InputReport.beginsAnew(record.index, after: &lastTag) {
      (tags, tagFindings) = (0, [])
    }
    tags += 1
    for message in record.findings ?? [] {
      guard keeps(tagFindings) else { return }
      tagFindings.append(
        Finding(
          rule: "explain",
          severity: .error,
          place: Place(time: record.time),
          message: "tag \(Self.number(record.index)): \(LongText.cut(message))"
        )
      )
    }
  }

  /// Takes a ping; a number that is not higher than the last one replaces all before.
  mutating func take(ping record: RecordView<ExplainedPingFields>) {
    if InputReport.beginsAnew(record.index, after: &lastPing) { pingFindings = [] }
    for item in record.findings ?? [] {
      guard var finding = Finding(RecordView<FindingFields>(item.json)) else { continue }
      guard keeps(pingFindings) else { return }
      finding.message = "ping \(Self.number(record.index)): \(finding.message)"
      pingFindings.append(finding)
    }
  }

  /// Drops the findings.
  mutating func reduce() { (tagFindings, pingFindings) = ([], []) }

  private mutating func keeps(_ findings: [Finding]) -> Bool {
    guard findings.count >= InputReport.findingCapacity else { return true }
    isCut = true
    return false
  }

  private static func number(_ index: Int?) -> String { index.map { "#\($0)" } ?? "?" }
}

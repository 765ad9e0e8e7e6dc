import Conformance
import Formats
import PingAnalysis
import Records

/// The content of a report about one input.
package struct InputReport: Sendable {
  /// The input as the user named it. For a feed with a title, `Weather HD (https://…)`.
  package internal(set) var name: String
  /// The name of a feed in the list of `watch`. Nil if it has no name.
  var title: String?
  /// The verdict of `check`. Nil if the input was not checked, except that an unreadable input has `unreadable` even if
  /// it was not checked.
  package internal(set) var verdict: Verdict?
  /// Whether there is a record of `check` for the input.
  package internal(set) var isChecked = false
  /// Whether `batch` has listed the input but has not read it yet.
  package internal(set) var isWaiting = false
  /// The reason for the verdict `notJudged`. Nil for any other verdict.
  package internal(set) var notJudged: String?
  /// The number of tags that a viewer gets, by kind. Tags that several renditions carry count once.
  package var tags: TagCounts { viewerTags.counts }
  /// The duration of the content in seconds.
  package internal(set) var duration: Double?
  /// The time of the first Nielsen tag, in seconds on the presentation timeline.
  package internal(set) var firstTag: Double?
  /// The time of the last Nielsen tag, in seconds on the presentation timeline.
  package internal(set) var lastTag: Double?
  /// The longest time without a DATA tag in a stream, in seconds.
  package internal(set) var longestGap: Double?
  /// The reason why the input could not be read completely, if any.
  package internal(set) var failure: String?
  /// The values of `--require` that the input does not satisfy.
  package internal(set) var missing: [String] = []
  /// The number of findings of each severity. A finding that represents several counts as several.
  package internal(set) var findingCounts: [Severity: Int] = [:]

  /// The tags that a viewer gets, and the number of renditions that carry them.
  var viewerTags = ViewerTags()
  var findingsByRule: [RuleID: RuleFindings] = [:]
  var streams: [StreamRecord] = []
  /// The players of `--player` that would not show all tags at the right time.
  var failedPlayers: [(name: String, reasons: [String])] = []
  /// The results of the rules as indexes into `OutcomeTable`, in the order of the rules.
  var outcomes: [Int32] = []
  var findings: [Finding] = []
  var tracks: [TimelineTrack] = []
  var markers: [Marker] = []
  var pings = PingSeries()
  /// The number of pings that the input would have given without the gaps between its DATA tags. Nil if unknown or if
  /// there are no gaps.
  var pingsWithoutGaps: Int?
  /// The number of tags without Nielsen data in records of `extract`, and the index of the last one.
  var (otherTags, lastOtherTag) = (0, Int?.none)
  var explained = ExplainedRows()
  /// The owners of tags that are not Nielsen's, from records of `extract`.
  var owners = OtherOwners()
  /// The owners of tags that are not Nielsen's, from the record of `check`.
  var checkedOwners = OtherOwners()
  /// The owners to show: those of `extract` if there are any, otherwise those of `check`.
  var knownOwners: OtherOwners { owners.counts.isEmpty ? checkedOwners : owners }
  /// The time of day of the input, from its tags and findings.
  var dayClock = DayClock()
  /// Whether findings, streams, tracks, tags or markers were left out because there were too many.
  var isCut = false
  /// Whether details such as findings and times were dropped to save memory.
  var isReduced = false

  static let findingCapacity = 300
  static let trackCapacity = 48
  static let markerCapacity = 500
  static let streamCapacity = 200

  init(name: String) { self.name = name }

  /// The status of the input: `waiting`, or the status for its verdict.
  package var status: InputStatus { isWaiting ? .waiting : InputStatus(verdict) }

  struct RuleFindings: Sendable, Equatable {
    var severity: Severity
    /// The number of findings. A finding that represents several counts as several.
    var count: Int
  }

  /// A timeline marker, for example from a playlist or SCTE-35.
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
  /// The approximate number of bytes of memory that `reduce()` would free.
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

  /// Drops details such as findings and times, to save memory.
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
  /// A sentence about the pings lost because of gaps between tags. Nil if none are known to be lost.
  var costOfGaps: String? {
    guard let pingsWithoutGaps, pingsWithoutGaps > pings.total else { return nil }
    return "Without the gaps between tags there would be \(Quantity.count(pingsWithoutGaps))."
  }
}

/// The status of an input in a report: its verdict, or the reason for having no verdict. The cases are ordered from
/// most to least serious.
package enum InputStatus: String, Sendable, Hashable, CaseIterable {
  /// The input has no DATA tag, although it is long enough to have one. An input without the selected program or PID
  /// also has this status.
  case absent
  /// A rule or a requested player failed, a required item is missing, or reading failed after DATA tags were found.
  case fail
  /// Reading failed before enough of the input was read to judge it.
  case unreadable
  /// A rule warned, and none failed.
  case warn
  /// The input has no DATA tag, but too little was read to expect one.
  case notJudged = "not-judged"
  /// `batch` has listed the input but has not read it yet.
  case waiting = "not read yet"
  /// `check` did not run on the input.
  case notChecked = "not checked"
  /// No rule failed or warned.
  case pass

  /// The status for a verdict; `notChecked` if there is no verdict.
  init(_ verdict: Verdict?) {
    self = verdict.flatMap { InputStatus(rawValue: $0.rawValue) } ?? .notChecked
  }

  /// The position in the order of severity, from 0 for the most serious status.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  var words: String { rawValue }

  /// The character that represents the status without colour.
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

  var styleClass: String { rawValue.replacing(" ", with: "-") }
}

/// The findings of `explain` in the tags and pings of an input.
struct ExplainedRows: Sendable {
  private(set) var tags = 0
  private(set) var isCut = false
  private var tagFindings: [Finding] = []
  private var pingFindings: [Finding] = []
  private var (lastTag, lastPing) = (Int?.none, Int?.none)

  /// All findings: those of tags, then those of pings.
  var findings: [Finding] { tagFindings + pingFindings }

  /// Takes a tag. If its index is not greater than the previous one, the tag replaces all earlier tags.
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

  /// Takes a ping. If its index is not greater than the previous one, the ping replaces all earlier pings.
  mutating func take(ping record: RecordView<ExplainedPingFields>) {
    if InputReport.beginsAnew(record.index, after: &lastPing) { pingFindings = [] }
    for item in record.findings ?? [] {
      guard var finding = Finding(RecordView<FindingFields>(item.json)) else { continue }
      guard keeps(pingFindings) else { return }
      finding.message = "ping \(Self.number(record.index)): \(finding.message)"
      pingFindings.append(finding)
    }
  }

  mutating func reduce() { (tagFindings, pingFindings) = ([], []) }

  private mutating func keeps(_ findings: [Finding]) -> Bool {
    guard findings.count >= InputReport.findingCapacity else { return true }
    isCut = true
    return false
  }

  private static func number(_ index: Int?) -> String { index.map { "#\($0)" } ?? "?" }
}

import Conformance
import PingAnalysis
import Records

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
          rule: RuleID(rawValue: "explain"),
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

import Conformance
import Formats

/// The findings of `explain` in the tags and pings of an input.
struct ExplainedRows: Sendable {
  private(set) var tags = 0
  private(set) var isCut = false
  private var tagFindings: [Finding] = []
  private var pingFindings: [Finding] = []
  private var (lastTag, lastPing) = (Int64?.none, Int64?.none)

  /// Everything, in the order in which it came.
  var findings: [Finding] { tagFindings + pingFindings }

  /// Takes a tag; a number that is not higher than the last one replaces all before.
  mutating func take(tag json: JSONValue) {
    if InputReport.beginsAnew(json["index"]?.integerValue, after: &lastTag) {
      (tags, tagFindings) = (0, [])
    }
    tags += 1
    for case .string(let message) in json["findings"]?.elements ?? [] {
      guard keeps(tagFindings) else { return }
      tagFindings.append(
        Finding(
          rule: RuleID(rawValue: "explain"),
          severity: .error,
          place: Place(time: json["time"]?.doubleValue),
          message: "tag \(Self.number(json)): \(LongText.cut(message))"
        )
      )
    }
  }

  /// Takes a ping; a number that is not higher than the last one replaces all before.
  mutating func take(ping json: JSONValue) {
    if InputReport.beginsAnew(json["index"]?.integerValue, after: &lastPing) { pingFindings = [] }
    for item in json["findings"]?.elements ?? [] {
      guard var finding = Finding(item) else { continue }
      guard keeps(pingFindings) else { return }
      finding.message = "ping \(Self.number(json)): \(finding.message)"
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

  private static func number(_ json: JSONValue) -> String {
    json["index"]?.integerValue.map { "#\($0)" } ?? "?"
  }
}

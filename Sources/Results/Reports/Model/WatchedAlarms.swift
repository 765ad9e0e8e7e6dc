import Conformance
import Formats

/// Alarms of `watch`, which writes their beginning and their end as two findings.
enum WatchedAlarms {
  private struct Key: Hashable {
    var rule: RuleID
    var rendition: String?
    var program: Int?

    init(_ finding: Finding) {
      rule = finding.rule
      rendition = finding.place.rendition
      program = finding.place.program
    }
  }

  /// How the messages of ends begin.
  private static let ends = ["over after ", "delivers again"]

  /// The findings with one for each alarm, which says when it was over and how long it lasted. An end without a
  /// beginning stays as it is, and so do all findings of `check`.
  static func joined(_ findings: [Finding]) -> [Finding] {
    var joined: [Finding] = []
    var open: [Key: Int] = [:]
    for finding in findings {
      let key = Key(finding)
      guard let date = finding.place.wallClock, isEnd(finding), let index = open[key],
        let start = joined[index].place.wallClock, start <= date
      else {
        if !isEnd(finding), finding.place.wallClock != nil { open[key] = joined.count }
        joined.append(finding)
        continue
      }
      open[key] = nil
      let time = UTCTime.text(date.rounded(.down)) ?? "-"
      joined[index].message += "; over at \(time), after \(ClockText.text(of: date - start))"
    }
    return joined
  }

  private static func isEnd(_ finding: Finding) -> Bool {
    finding.severity == .info && ends.contains { finding.message.hasPrefix($0) }
  }
}

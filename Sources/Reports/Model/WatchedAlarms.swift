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
      joined[index].message += "; over at \(time), after \(duration(date - start))"
    }
    return joined
  }

  private static func isEnd(_ finding: Finding) -> Bool {
    finding.severity == .info && ends.contains { finding.message.hasPrefix($0) }
  }

  /// `0:05:00`.
  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e9))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}

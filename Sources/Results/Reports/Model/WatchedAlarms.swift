import Conformance
import Formats

/// Joins the findings of `watch`, which writes the beginning and the end of an alarm as two findings.
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

  /// The prefixes of the messages about the end of an alarm or a loss.
  private static let ends = ["over after ", "delivers again", "no longer watched"]

  /// The findings with the beginning and end of each alarm joined: the message contains the end and the duration of the
  /// alarm. An end without a beginning, and any finding of `check`, is left unchanged.
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

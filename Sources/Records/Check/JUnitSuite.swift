import Conformance
import Formats

/// One input in JUnit XML: a case for each rule that failed or warned, and one for all that passed. A
/// warning is a skipped case, which servers show apart from what passed and fail nothing for.
package struct JUnitSuite: Sendable {
  package var name: String
  /// Why it could not be read whole.
  package var failure: String?
  package var rules: [RuleResult]
  package var findings: [Finding]
  /// The missing items that were required.
  package var missing: [String]
  /// Seconds of content, the `time` of the suite; nil when it is unknown. How long the check took differs
  /// from run to run, and the same input must give the same bytes.
  package var seconds: Double?
  /// The verdicts of the players that were asked for.
  package var players: [PlayerVerdict]
  /// Why no verdict was given: the input is a skipped case.
  package var notJudged: String?

  package init(
    name: String,
    failure: String?,
    rules: [RuleResult],
    findings: [Finding],
    missing: [String],
    seconds: Double? = nil,
    players: [PlayerVerdict] = [],
    notJudged: String? = nil
  ) {
    self.notJudged = notJudged
    self.seconds = seconds
    self.name = name
    self.failure = failure
    self.rules = rules.filter { $0.state != .off }
    self.findings = findings
    self.missing = missing
    self.players = players.filter { $0.state == .fail }
  }

  /// The counts of its cases.
  package var counts: JUnitCounts {
    let failures = rules.count { $0.state == .fail } + missing.count + players.count
    let skipped = rules.count { $0.state == .warn } + (notJudged == nil ? 0 : 1)
    let errors = failure == nil ? 0 : 1
    return JUnitCounts(
      tests: failures + skipped + errors + (passed > 0 ? 1 : 0),
      failures: failures,
      errors: errors,
      skipped: skipped,
      seconds: seconds
    )
  }

  /// The rules that passed; none of an input without a verdict, which has not passed.
  private var passed: Int { notJudged == nil ? rules.count { $0.state == .pass } : 0 }

  /// The element. Jenkins reads the time of a suite, GitLab adds up those of its cases: the first case has
  /// all of it, so that both show the same.
  package var xml: String {
    let cases = cases.enumerated().map { index, test in
      testCase(test.name, test.content, seconds: index == 0 ? seconds : nil)
    }
    return "  <testsuite name=\"\(XMLText.escaping(name))\" \(counts.attributes)>\n"
      + cases.joined() + "  </testsuite>\n"
  }

  private var cases: [(name: String, content: String?)] {
    var cases: [(name: String, content: String?)] = []
    if let failure {
      cases.append(("read", "<error message=\"\(XMLText.escaping(failure))\"/>"))
    }
    if let notJudged {
      cases.append(("tag-present", "<skipped message=\"\(XMLText.escaping(notJudged))\"/>"))
    }
    cases += missing.map {
      ("require-\($0)", "<failure message=\"required, and not there\"/>")
    }
    cases += players.map { player in
      let words = XMLText.escaping(player.reasons.joined(separator: ", "))
      return ("player \(player.player)", "<failure message=\"\(words)\"/>")
    }
    for state in [RuleResult.State.fail, .warn] {
      cases += rules.filter { $0.state == state }.map { ($0.rule.rawValue, content(of: $0)) }
    }
    if passed > 0 { cases.append(("passed (\(passed))", nil)) }
    return cases
  }

  /// The element of an input of which nothing is known.
  package static func skipped(name: String, reason: String) -> String {
    let name = XMLText.escaping(name)
    return "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\">\n"
      + "    <testcase name=\"check\" classname=\"\(JUnit.className(name))\" time=\"0\">"
      + "<skipped message=\"\(XMLText.escaping(reason))\"/></testcase>\n  </testsuite>\n"
  }

  /// An element with one case.
  package static func single(name: String, test: String, failure: String?, lines: [String])
    -> String
  {
    let name = XMLText.escaping(name)
    let start =
      "    <testcase name=\"\(XMLText.escaping(test))\" classname=\"\(JUnit.className(name))\" "
      + "time=\"0\""
    let content = failure.map {
      "><failure message=\"\(XMLText.escaping($0))\">\(XMLText.escaping(lines.joined(separator: "\n")))"
        + "</failure></testcase>\n"
    }
    return
      "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"\(failure == nil ? 0 : 1)\" errors=\"0\" "
      + "skipped=\"0\">\n\(start)\(content ?? "/>\n")  </testsuite>\n"
  }

  private func testCase(_ test: String, _ content: String?, seconds: Double?) -> String {
    let time = seconds.flatMap(Decimals.seconds) ?? "0"
    let start =
      "    <testcase name=\"\(XMLText.escaping(test))\" "
      + "classname=\"\(XMLText.escaping(JUnit.className(name)))\" time=\"\(time)\""
    return content.map { "\(start)>\($0)</testcase>\n" } ?? "\(start)/>\n"
  }

  private func content(of rule: RuleResult) -> String {
    let found = findings.filter { $0.rule == rule.rule }
    let remedy = found.first?.remedy ?? RuleDescription.named(rule.rule)?.traits.remedy
    let lines =
      found.prefix(Self.maximumFindings).map { FindingText.line($0) }
      + (found.count > Self.maximumFindings
        ? ["… and \(found.count - Self.maximumFindings) more"] : [])
      + (remedy.flatMap { $0.isEmpty ? nil : ["→ \($0)"] } ?? [])
    let words = XMLText.escaping(lines.joined(separator: "\n"))
    let first = XMLText.escaping(found.first?.message ?? "failed")
    if rule.state == .warn {
      return "<skipped message=\"warning: \(first)\">\(words)</skipped>"
    }
    return "<failure type=\"\(rule.rule)\" message=\"\(first)\">\(words)</failure>"
  }

  /// How many findings of a rule are listed.
  private static let maximumFindings = 20
}

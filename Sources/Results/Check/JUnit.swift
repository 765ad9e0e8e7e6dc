import Conformance

/// Reports as JUnit XML: a suite for each input, a case for each rule. A rule that fails is a failure,
/// one that warns passes with output, one that was not assessed is skipped with the reason.
enum JUnit {
  static let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="id3tap check">

    """

  static let closing = "</testsuites>\n"

  /// The suite of an input.
  static func suite(of report: CheckReport) -> String {
    let name = XMLText.escaping(report.input)
    let rules = report.rules.filter { $0.state != .off }
    let failures = rules.count { $0.state == .fail } + report.missing.count
    let skipped = rules.count { $0.state == .notAssessed }
    let errors = report.failure == nil ? 0 : 1
    var xml =
      "  <testsuite name=\"\(name)\" tests=\"\(rules.count + report.missing.count + errors)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
    if let failure = report.failure {
      let words = XMLText.escaping(failure.description)
      xml += testCase("read", name, "<error message=\"\(words)\"/>")
    }
    for rule in rules {
      xml += testCase(rule.rule.rawValue, name, content(of: rule, report.findings))
    }
    for missing in report.missing {
      xml += testCase(
        "require-\(missing.rawValue)",
        name,
        "<failure message=\"required, and not there\"/>"
      )
    }
    return xml + "  </testsuite>\n"
  }

  private static func testCase(_ name: String, _ input: String, _ content: String?) -> String {
    let start = "    <testcase name=\"\(name)\" classname=\"\(input)\""
    return content.map { "\(start)>\($0)</testcase>\n" } ?? "\(start)/>\n"
  }

  private static func content(of rule: RuleResult, _ findings: [Finding]) -> String? {
    let lines = findings.filter { $0.rule == rule.rule }
      .map { FindingText.line($0) }
    let words = XMLText.escaping(lines.joined(separator: "\n"))
    switch rule.state {
    case .fail:
      let first = XMLText.escaping(findings.first { $0.rule == rule.rule }?.message ?? "failed")
      return "<failure message=\"\(first)\">\(words)</failure>"
    case .warn: return "<system-out>\(words)</system-out>"
    case .notAssessed:
      return "<skipped message=\"\(rule.notAssessed?.rawValue ?? "")\"/>"
    case .pass, .off: return lines.isEmpty ? nil : "<system-out>\(words)</system-out>"
    }
  }
}

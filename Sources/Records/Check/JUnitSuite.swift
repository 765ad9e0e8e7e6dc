import Conformance
import Formats

/// One input in JUnit XML: a case for each rule. A rule that fails is a failure, one that warns passes
/// with output, one that was not assessed is skipped with the reason.
package struct JUnitSuite: Sendable {
  /// The input.
  package var name: String
  /// Why it could not be read whole.
  package var failure: String?
  /// The rules.
  package var rules: [RuleResult]
  /// What was found.
  package var findings: [Finding]
  /// What was required and is not there.
  package var missing: [String]

  /// Makes a suite.
  package init(
    name: String,
    failure: String?,
    rules: [RuleResult],
    findings: [Finding],
    missing: [String]
  ) {
    self.name = name
    self.failure = failure
    self.rules = rules.filter { $0.state != .off }
    self.findings = findings
    self.missing = missing
  }

  /// The element.
  package var xml: String {
    let failures = rules.count { $0.state == .fail } + missing.count
    let skipped = rules.count { $0.state == .notAssessed }
    let errors = failure == nil ? 0 : 1
    var xml =
      "  <testsuite name=\"\(XMLText.escaping(name))\" "
      + "tests=\"\(rules.count + missing.count + errors)\" "
      + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\">\n"
    if let failure {
      xml += testCase("read", "<error message=\"\(XMLText.escaping(failure))\"/>")
    }
    for rule in rules { xml += testCase(rule.rule.rawValue, content(of: rule)) }
    for missing in missing {
      xml += testCase("require-\(missing)", "<failure message=\"required, and not there\"/>")
    }
    return xml + "  </testsuite>\n"
  }

  /// The element of an input of which nothing is known.
  package static func skipped(name: String, reason: String) -> String {
    let name = XMLText.escaping(name)
    return "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\">\n"
      + "    <testcase name=\"check\" classname=\"\(name)\">"
      + "<skipped message=\"\(XMLText.escaping(reason))\"/></testcase>\n  </testsuite>\n"
  }

  /// An element with one case.
  package static func single(name: String, test: String, failure: String?, lines: [String])
    -> String
  {
    let name = XMLText.escaping(name)
    let start = "    <testcase name=\"\(XMLText.escaping(test))\" classname=\"\(name)\""
    let content = failure.map {
      "><failure message=\"\(XMLText.escaping($0))\">\(XMLText.escaping(lines.joined(separator: "\n")))"
        + "</failure></testcase>\n"
    }
    return
      "  <testsuite name=\"\(name)\" tests=\"1\" failures=\"\(failure == nil ? 0 : 1)\" errors=\"0\" "
      + "skipped=\"0\">\n\(start)\(content ?? "/>\n")  </testsuite>\n"
  }

  private func testCase(_ rule: String, _ content: String?) -> String {
    let start =
      "    <testcase name=\"\(XMLText.escaping(rule))\" classname=\"\(XMLText.escaping(name))\""
    return content.map { "\(start)>\($0)</testcase>\n" } ?? "\(start)/>\n"
  }

  private func content(of rule: RuleResult) -> String? {
    let found = findings.filter { $0.rule == rule.rule }
    let words = XMLText.escaping(found.map { FindingText.line($0) }.joined(separator: "\n"))
    switch rule.state {
    case .fail:
      let first = XMLText.escaping(found.first?.message ?? "failed")
      return "<failure message=\"\(first)\">\(words)</failure>"
    case .warn: return "<system-out>\(words)</system-out>"
    case .notAssessed:
      return "<skipped message=\"\(rule.notAssessed?.rawValue ?? "")\"/>"
    case .pass, .off: return found.isEmpty ? nil : "<system-out>\(words)</system-out>"
    }
  }
}

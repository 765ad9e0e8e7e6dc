import Conformance
import Formats

/// A JUnit XML document for CI servers: the totals, then the test suites.
package struct JUnit: Sendable {
  package struct Case: Sendable {
    fileprivate enum Outcome: String { case passed, failure, error, skipped }

    fileprivate var name: String
    fileprivate var outcome = Outcome.passed
    fileprivate var type: String?
    fileprivate var message = ""
    fileprivate var lines: [String] = []

    package static func passed(_ name: String) -> Case { Case(name: name) }

    /// A case that failed with this message. `type` is the kind of failure; `lines` are the details.
    package static func failure(
      _ name: String,
      _ message: String,
      type: String? = nil,
      lines: [String] = []
    ) -> Case {
      Case(name: name, outcome: .failure, type: type, message: message, lines: lines)
    }

    /// A case that could not be tested.
    package static func error(_ name: String, _ message: String) -> Case {
      Case(name: name, outcome: .error, message: message)
    }

    /// A case that was not tested, or that has only a warning.
    package static func skipped(_ name: String, _ message: String, lines: [String] = []) -> Case {
      Case(name: name, outcome: .skipped, message: message, lines: lines)
    }
  }

  /// The number of cases with each outcome, and the seconds of content in them.
  private struct Counts {
    var (tests, failures, errors, skipped) = (0, 0, 0, 0)
    var seconds: Double?

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
        + (seconds.flatMap(Decimals.seconds).map { " time=\"\($0)\"" } ?? "")
    }

    mutating func count(_ cases: [Case], seconds: Double?) {
      tests += cases.count
      failures += cases.count { $0.outcome == .failure }
      errors += cases.count { $0.outcome == .error }
      skipped += cases.count { $0.outcome == .skipped }
      if let seconds { self.seconds = (self.seconds ?? 0) + seconds }
    }
  }

  private let name: String
  private var suites = ""
  private var totals = Counts()

  package init(name: String) { self.name = name }

  /// Adds a suite. Its time is the number of `seconds` of content, so that the same input always gives the same
  /// document. Jenkins reads the time of the suite, and GitLab adds the times of its cases, so the first case has the
  /// whole time.
  package mutating func append(_ suite: String, seconds: Double? = nil, _ cases: [Case]) {
    var counts = Counts()
    counts.count(cases, seconds: seconds)
    totals.count(cases, seconds: seconds)
    // Servers treat the part before a dot as a package and do not show it.
    let className = Self.text(suite.replacing(".", with: "_"))
    suites += "  <testsuite name=\"\(Self.text(suite))\" \(counts.attributes)>\n"
    for (index, test) in cases.enumerated() {
      let time = index == 0 ? seconds.flatMap(Decimals.seconds) ?? "0" : "0"
      suites += "    <testcase name=\"\(Self.text(test.name))\" classname=\"\(className)\" "
      suites += "time=\"\(time)\"" + Self.content(of: test)
    }
    suites += "  </testsuite>\n"
  }

  package var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="\(Self.text(name))" \(totals.attributes)>
    \(suites)</testsuites>

    """
  }

  private static func content(of test: Case) -> String {
    let element = test.outcome.rawValue
    guard test.outcome != .passed else { return "/>\n" }
    let type = test.type.map { " type=\"\(text($0))\"" } ?? ""
    let start = "><\(element)\(type) message=\"\(text(test.message))\""
    let lines = text(test.lines.joined(separator: "\n"))
    return start + (test.lines.isEmpty ? "/>" : ">\(lines)</\(element)>") + "</testcase>\n"
  }

  /// Escapes text for an attribute or an element. Invisible characters are shown as their numbers.
  private static func text(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return XMLText.escaping(
      lines.map { PrintableText.escaping(String($0)) }.joined(separator: "\n")
    )
  }
}

/// Writes rows as JUnit XML. The document is written at the end, because it begins with the totals.
package struct JUnitRows<Row>: RowDocument {
  private var document: JUnit
  private let add: @Sendable (Row, inout JUnit) -> Void

  package init(name: String, _ add: @escaping @Sendable (Row, inout JUnit) -> Void) {
    (document, self.add) = (JUnit(name: name), add)
  }

  package mutating func append(_ row: Row, to bytes: inout [UInt8]) { add(row, &document) }

  package mutating func finish(to bytes: inout [UInt8]) { bytes += document.text.utf8 }
}

extension JUnit {
  /// The maximum number of findings listed for a rule.
  private static let maximumFindings = 20

  /// Adds the suite of a checked input: one case for each rule that failed or warned, and one for all rules that
  /// passed. A warning is a skipped case, which servers show but do not count as a failure.
  ///
  /// `failure` is the reason why the input could not be read completely; `missing` are the values of `--require` that
  /// are not met; `seconds` is the duration of the content; `failedPlayers` are the players of `--player` that
  /// failed. If `notJudged` is not nil, a skipped case with this reason replaces the case for the rules that passed.
  package mutating func append(
    input name: String,
    failure: String?,
    rules: [RuleResult],
    findings: [Finding],
    missing: [String],
    seconds: Double?,
    failedPlayers: [(name: String, reasons: [String])],
    notJudged: String?
  ) {
    var cases: [Case] = []
    if let failure { cases.append(.error("read", failure)) }
    if let notJudged { cases.append(.skipped("tag-present", notJudged)) }
    cases += missing.map { .failure("require-\($0)", "this requirement is not met") }
    cases += failedPlayers.map {
      .failure("player \($0.name)", $0.reasons.joined(separator: ", "))
    }
    cases += rules.ended(.fail, .warn).map { rule in
      Self.broken(rule, findings.filter { $0.rule == rule.rule })
    }
    let passed = rules.count { $0.state == .pass }
    if passed > 0, notJudged == nil { cases.append(.passed("passed (\(passed))")) }
    append(name, seconds: seconds, cases)
  }

  private static func broken(_ rule: RuleResult, _ found: [Finding]) -> Case {
    let id = rule.rule.rawValue
    let message = found.first?.message ?? "failed"
    let remedy = found.first.map(\.advice) ?? RuleDescription.named(rule.rule)?.traits.remedy
    let rest = found.count - maximumFindings
    let lines =
      found.prefix(maximumFindings).map(\.line)
      + (rest > 0 ? ["… and \(rest) more"] : [])
      + (remedy.map { ["→ \($0)"] } ?? [])
    return rule.state == .warn
      ? .skipped(id, "warning: \(message)", lines: lines)
      : .failure(id, message, type: id, lines: lines)
  }

  mutating func append(_ report: CheckReport) {
    append(
      input: report.input,
      failure: report.failure?.description,
      rules: report.rules,
      findings: report.findings,
      missing: report.missing.map(\.rawValue),
      seconds: report.duration,
      failedPlayers: report.players.filter { $0.state == .fail }.map { ($0.player, $0.reasons) },
      notJudged: report.notJudged
    )
  }
}

import Conformance
import Records
import System

/// Writes a report as JUnit XML: a suite for each listed input, with a case for each rule that failed or warned. An
/// input that was not checked or read yet has a skipped case. Each listed comparison also has a suite.
package struct JUnitReport {
  private let report: Report

  package init(_ report: Report) { self.report = report }

  package func write(to destination: OutputDestination) throws(OutputError) {
    var document = JUnit(name: "id3tap report")
    for input in report.inputs {
      guard input.verdict != nil, !input.isWaiting else {
        document.append(input.name, [.skipped("check", input.status.words)])
        continue
      }
      document.append(
        input: input.name,
        failure: input.failure,
        rules: report.results(of: input),
        findings: input.findings,
        missing: input.missing,
        seconds: input.duration,
        failedPlayers: input.failedPlayers,
        notJudged: input.verdict == .notJudged
          ? input.notJudged ?? VerdictSentence(input: input).words : nil
      )
    }
    for comparison in report.comparisons.comparisons {
      let count = Quantity.plural(comparison.differenceCount, "difference")
      let lines = comparison.differences.map { "\($0.kind): \($0.message); likely: \($0.cause)" }
      document.append(
        comparison.actual,
        [comparison.isSame ? .passed("compare") : .failure("compare", count, lines: lines)]
      )
    }
    try destination.append { $0 += document.text.utf8 }
  }
}

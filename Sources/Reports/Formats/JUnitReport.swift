import Conformance
import Records
import System

/// Writes a report as JUnit XML: a suite for each input, a case for each rule. What was not checked, or is
/// not read yet, is skipped.
package struct JUnitReport {
  private let report: Report

  /// Makes a document.
  package init(_ report: Report) { self.report = report }

  /// Writes the document.
  package func write(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += JUnit.opening(name: "id3tap report").utf8 }
    for input in report.inputs {
      guard input.verdict != nil, !input.isWaiting else {
        let suite = JUnitSuite.skipped(name: input.name, reason: input.standing.words)
        try destination.append { $0 += suite.utf8 }
        continue
      }
      let suite = JUnitSuite(
        name: input.name,
        failure: input.failure,
        rules: report.results(of: input),
        findings: input.findings,
        missing: input.missing
      )
      try destination.append { $0 += suite.xml.utf8 }
    }
    for comparison in report.comparisons.comparisons {
      let suite = JUnitSuite.single(
        name: comparison.actual,
        test: "compare",
        failure: comparison.isSame
          ? nil : "\(Quantity.plural(comparison.differenceCount, "difference"))",
        lines: comparison.differences.map { "\($0.kind): \($0.message); likely: \($0.cause)" }
      )
      try destination.append { $0 += suite.utf8 }
    }
    try destination.append { $0 += JUnit.closing.utf8 }
  }
}

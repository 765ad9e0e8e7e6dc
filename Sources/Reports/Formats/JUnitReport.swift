import Conformance
import Results

/// Writes a report as JUnit XML: a suite for each input that was checked, a case for each rule.
public struct JUnitReport {
  private let report: Report

  /// Makes a document.
  public init(_ report: Report) { self.report = report }

  /// Writes the document.
  public func write(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += JUnit.opening(name: "id3tap report").utf8 }
    for input in report.inputs where input.verdict != nil {
      let suite = JUnitSuite(
        name: input.name,
        failure: input.failure,
        rules: report.results(of: input),
        findings: input.findings,
        missing: input.missing
      )
      try destination.append { $0 += suite.xml.utf8 }
    }
    try destination.append { $0 += JUnit.closing.utf8 }
  }
}

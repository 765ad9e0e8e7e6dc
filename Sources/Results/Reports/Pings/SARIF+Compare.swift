import PingAnalysis
import Records

extension ComparisonRow {
  /// The documents that are not a sequence of rows: JUnit, SARIF and the HTML page.
  package static func document(of format: OutputFormat) -> (any RowDocument<ComparisonRow>)? {
    switch format {
    case .junit: JUnitRows<ComparisonRow>(name: "id3tap compare") { $1.append($0.actual, $0.cases) }
    case .sarif: SARIFRows<ComparisonRow>(rules: rules) { $0.append(to: &$1) }
    case .html: HTMLRows(opening: ComparisonPage.opening, ComparisonPage.section)
    case .table, .json, .jsonl, .csv, .url: nil
    }
  }

  private var cases: [JUnit.Case] {
    PingDifference.Kind.allCases.map { kind in
      let found = report.differences.filter { $0.kind == kind }
      return found.first.map { first in
        .failure(kind.rawValue, first.message, lines: found.map(Self.words))
      } ?? .passed(kind.rawValue)
    }
  }

  private static let rules = PingDifference.Kind.allCases.map { SARIF.Rule(id: $0.rawValue) }

  /// Adds a SARIF result for each difference, and the verdict.
  private func append(to document: inout SARIF) {
    let place = SARIF.Location(uri: ArtifactURI.reference(to: actual))
    for difference in report.differences {
      document.append(
        SARIF.Result(
          rule: difference.kind.rawValue,
          level: .error,
          message: Self.words(difference),
          count: difference.count,
          location: place
        )
      )
    }
    document.append(input: actual, verdict: report.isSame ? "same" : "different")
  }

  private static func words(_ difference: PingDifference) -> String {
    "\(difference.message); likely: \(difference.cause)"
  }
}

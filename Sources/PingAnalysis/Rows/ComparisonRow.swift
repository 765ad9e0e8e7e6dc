import Documents
import Formats
import Records

/// A row of `compare`: all that a comparison gave.
package struct ComparisonRow: RecordRow {
  /// The name of the expected capture, as the user wrote it.
  package let expected: String
  /// The name of the actual capture, as the user wrote it.
  package let actual: String
  /// The result.
  package let report: ComparisonReport

  package init(expected: String, actual: String, _ report: ComparisonReport) {
    self.expected = expected
    self.actual = actual
    self.report = report
  }

  /// As for `check`.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  package typealias Fields = ComparisonFields

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []
  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }
  package var input: String { actual }

  /// The row as text.
  package func block(_ style: TableStyle) -> String? {
    let width = max(60, style.width ?? 80)
    let counts =
      "\(report.expectedCount) pings expected, \(report.actualCount) seen, \(report.matchedCount) matched"
    let verdict = style.paint(
      report.isSame ? "SAME" : "DIFFERENT",
      report.isSame ? .good : .bad
    )
    let terms = ["tolerance \(Seconds.text(report.options.tolerance))", report.shiftWords]
      .compactMap { $0 }.joined(separator: ", ")
    var lines = [
      "\(PrintableText.escaping(actual))   \(verdict)   \(counts)",
      "  expected: \(PrintableText.escaping(expected)); \(terms)",
    ]
    let repeated = report.repeatedActualCount
    if repeated > 0 {
      lines.append("  \(repeated) ping\(repeated == 1 ? " was" : "s were") sent again")
    }
    if !report.options.ignored.isEmpty {
      lines.append("  not compared: \(report.options.ignored.sorted().joined(separator: ", "))")
    }
    for difference in report.differences {
      let times =
        difference.count > 1 && difference.kind == .different
        ? " (\(difference.countWords))" : ""
      let place = difference.place.map { " [\($0)]" } ?? ""
      lines.append("")
      lines += WrappedText.lines(
        PrintableText.escaping(difference.message + times + place),
        width: width,
        first: "  " + style.paint(difference.kind.rawValue, .bad) + ": ",
        rest: "    "
      )
      lines += WrappedText.lines(
        PrintableText.escaping("likely: \(difference.cause)"),
        width: width,
        first: "    ",
        rest: "    "
      ).map { style.paint($0, .faint) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// JUnit, SARIF and the page.
  package static func document(of format: OutputFormat) -> (any RowDocument<ComparisonRow>)? {
    switch format {
    case .junit: JUnitRows<ComparisonRow>(name: "id3tap compare") { $1.append($0.actual, $0.cases) }
    case .sarif: SARIFRows<ComparisonRow>(rules: rules) { $0.append(to: &$1) }
    case .html: HTMLRows(opening: ComparisonPage.opening, ComparisonPage.section)
    case .table, .json, .jsonl, .csv, .url: nil
    }
  }

  /// A case for each kind of difference.
  private var cases: [JUnit.Case] {
    PingDifference.Kind.allCases.map { kind in
      let found = report.differences.filter { $0.kind == kind }
      return found.first.map { first in
        .failure(kind.rawValue, first.message, lines: found.map(Self.words))
      } ?? .passed(kind.rawValue)
    }
  }

  private static let rules = PingDifference.Kind.allCases.map { SARIF.Rule(id: $0.rawValue) }

  /// A result for each difference.
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

import Conformance
import Formats

/// A row of `check`: the verdict on one input, its rules and findings.
package struct CheckRow: RecordRow {
  package let report: CheckReport
  /// How much of it the text shows.
  package let detail: Detail
  /// The rules whose remedy is already shown above.
  package let explained: Set<RuleID>
  /// Whether its record lists also rules that say nothing.
  package let listsAllRules: Bool

  /// How much of a report is in the table.
  package enum Detail: Sendable {
    /// The first line.
    case verdict
    /// A line for an input that passed; the causes of what is wrong with any other.
    case findings
    /// Everything: every rule, and the segments of playlists.
    case everything
  }

  package init(
    _ report: CheckReport,
    detail: Detail = .findings,
    explained: Set<RuleID> = [],
    listsAllRules: Bool = false
  ) {
    self.report = report
    self.detail = detail
    self.explained = explained
    self.listsAllRules = listsAllRules
  }

  /// Everything but URLs. The page is a report, which needs tags and pings, too.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []

  package typealias Fields = CheckFields

  package var record: CheckReport { report }
  package var schema: RecordSchema<CheckFields> {
    listsAllRules ? CheckFields.withAllRules : CheckFields.schema
  }

  /// The input as the user named it.
  package var input: String { report.input }

  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }

  /// The report as text.
  package func block(_ style: TableStyle) -> String? {
    CheckText(report, style: style, detail: detail, explained: explained).text
  }

  /// Inputs among others have no blank line between them.
  package func isSpaced(_ style: TableStyle) -> Bool {
    detail == .everything || !style.namesInputs
  }

  /// The rules whose remedy this row shows.
  package var explains: [RuleID] {
    detail == .findings
      ? FindingCause.causes(of: report.findings).prefix(CheckText.maximumShortCauses).map(\.rule)
      : []
  }

  /// JUnit has totals before the rows, SARIF what went wrong after them.
  package static func document(of format: OutputFormat) -> (any RowDocument<CheckRow>)? {
    switch format {
    case .junit: JUnitRows<CheckRow>(name: "id3tap check") { $1.append($0.report) }
    case .sarif: SARIFRows<CheckRow>(rules: SARIF.checkRules) { $1.append($0.report) }
    case .table, .json, .jsonl, .csv, .url, .html: nil
    }
  }
}

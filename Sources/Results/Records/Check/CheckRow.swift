import Conformance
import Formats

/// A row of `check`: the verdict on one input, its rules and findings.
package struct CheckRow: RecordRow {
  package let report: CheckReport
  package let detail: Detail
  /// The rules whose remedy an earlier row has shown, so that this row does not repeat it.
  package let explained: Set<RuleID>
  /// Whether the record also lists rules that passed or were not assessed.
  package let listsAllRules: Bool

  /// The amount of detail in the text of a report.
  package enum Detail: Sendable {
    /// Only the headline and, for an input that was not judged, the reason.
    case verdict
    /// The verdict and, unless the input passed or was not judged, the causes of its findings.
    case findings
    /// The whole report, including every rule and the segments of playlists.
    case everything
  }

  package init(
    _ report: CheckReport,
    detail: Detail = .findings,
    explained: Set<RuleID> = [],
    listsAllRules: Bool = false
  ) {
    (self.report, self.detail, self.explained) = (report, detail, explained)
    self.listsAllRules = listsAllRules
  }

  /// All formats except URLs. HTML is written as a report, which needs tags and pings too.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  package typealias Fields = CheckFields

  package var record: CheckReport { report }
  package var schema: RecordSchema<CheckFields> {
    listsAllRules ? CheckFields.withAllRules : CheckFields.schema
  }

  package var input: String { report.input }

  package func block(_ style: TableStyle) -> String? {
    CheckText(report: report, style: style, detail: detail, explained: explained).text
  }

  /// Whether a blank line separates this row from the previous row. Short blocks of several inputs have no blank line
  /// between them.
  package func isSpaced(_ style: TableStyle) -> Bool {
    detail == .everything || !style.namesInputs
  }

  /// The rules whose remedy later rows do not repeat.
  package var explains: [RuleID] {
    detail == .findings
      ? FindingCause.causes(of: report.findings).prefix(CheckText.maximumShortCauses).map(\.rule)
      : []
  }

  /// The document for JUnit or SARIF. JUnit has totals before the rows, and SARIF has failures after them. Nil for
  /// other formats.
  package static func document(of format: OutputFormat) -> (any RowDocument<CheckRow>)? {
    switch format {
    case .junit: JUnitRows<CheckRow>(name: "id3tap check") { $1.append($0.report) }
    case .sarif: SARIFRows<CheckRow>(rules: SARIF.checkRules) { $1.append($0.report) }
    case .table, .json, .jsonl, .csv, .url, .html: nil
    }
  }
}

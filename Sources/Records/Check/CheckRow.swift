import Conformance
import Documents
import Formats

/// A row of `check`: the verdict on one input, its rules and findings.
public struct CheckRow: ResultRow {
  /// What was found.
  public let report: CheckReport
  /// How much of it people are shown.
  public let detail: Detail

  /// How much of a report stands in the table.
  public enum Detail: Sendable {
    /// The first line.
    case verdict
    /// The streams, the rules that failed or warned, the findings and the players.
    case findings
    /// Everything: every rule, and the segments of playlists.
    case everything
  }

  /// Makes a row.
  public init(_ report: CheckReport, detail: Detail = .findings) {
    self.report = report
    self.detail = detail
  }

  /// Everything but URLs.
  public static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif]

  /// The table is made of blocks.
  public static let columns: [TableColumn] = []

  /// The columns of the CSV.
  public static let fields = Records.check.paths

  /// The report as a JSON object.
  public var json: JSONValue { Records.check.json(report) }

  /// The input as the user named it.
  public var input: String { report.input }

  /// Nothing: the table is made of blocks.
  public var cells: [TableCell] { [] }

  /// The report for people.
  public func block(_ style: TableStyle) -> String? {
    CheckText(report, style: style, detail: detail).text
  }

  /// What a document begins with.
  public static func opening(of format: OutputFormat) -> String {
    switch format {
    case .junit: JUnit.opening(name: "id3tap check")
    case .sarif: SARIF.opening
    case .table, .json, .jsonl, .csv, .url, .html: ""
    }
  }

  /// The report in a document.
  public func part(of format: OutputFormat, isFirst: Bool) -> String {
    switch format {
    case .junit: JUnit.suite(of: report)
    case .sarif: SARIF.run(of: report, isFirst: isFirst)
    case .table, .json, .jsonl, .csv, .url, .html: ""
    }
  }

  /// What a document ends with.
  public static func closing(of format: OutputFormat) -> String {
    switch format {
    case .junit: JUnit.closing
    case .sarif: SARIF.closing
    case .table, .json, .jsonl, .csv, .url, .html: ""
    }
  }
}

import Documents
import Formats
import Records

/// A row of `compare`: all that a comparison gave.
package struct ComparisonRow: ResultRow {
  /// What was expected, as the user named it.
  package let expected: String
  /// What was seen, as the user named it.
  package let actual: String
  /// What came of it.
  package let report: ComparisonReport

  /// Makes a row.
  package init(expected: String, actual: String, _ report: ComparisonReport) {
    self.expected = expected
    self.actual = actual
    self.report = report
  }

  /// As for `check`.
  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .sarif, .html]

  /// The columns of the CSV.
  package static let fields = Records.comparison.paths

  /// The table is made of blocks.
  package static let columns: [TableColumn] = []
  /// Nothing: the table is made of blocks.
  package var cells: [TableCell] { [] }
  /// What was seen.
  package var input: String { actual }

  /// The row as a JSON object.
  package var json: JSONValue { Records.comparison.json(self) }

  // MARK: - People

  /// The row for people.
  package func block(_ style: TableStyle) -> String? {
    let width = max(60, style.width ?? 80)
    let counts =
      "\(report.expectedCount) pings expected, \(report.actualCount) seen, \(report.matchedCount) matched"
    let verdict = style.paint(
      report.isSame ? "SAME" : "DIFFERENT",
      report.isSame ? .good : .bad
    )
    var lines = [
      "\(PrintableText.escaping(actual))   \(verdict)   \(counts)",
      "  expected: \(PrintableText.escaping(expected)); tolerance \(Seconds.text(report.options.tolerance))",
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
        ? " (\(difference.count) pings)" : ""
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

  // MARK: - Documents

  /// What a document begins with.
  package static func opening(of format: OutputFormat) -> String {
    switch format {
    case .junit:
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"id3tap compare\">\n"
    case .sarif: SARIF.opening
    case .html: ComparisonPage.opening
    default: ""
    }
  }

  /// The row in a document.
  package func part(of format: OutputFormat, isFirst: Bool) -> String {
    switch format {
    case .junit: junit
    case .sarif: (isFirst ? "" : ",\n") + sarif.text
    case .html: ComparisonPage.section(self)
    default: ""
    }
  }

  /// What a document ends with.
  package static func closing(of format: OutputFormat) -> String {
    switch format {
    case .junit: "</testsuites>\n"
    case .sarif: SARIF.closing
    case .html: PageShell.closing
    default: ""
    }
  }

  /// A case for each kind of difference.
  private var junit: String {
    let name = XMLText.escaping(actual)
    let kinds = PingDifference.Kind.allCases
    let failed = kinds.count { kind in report.differences.contains { $0.kind == kind } }
    var xml =
      "  <testsuite name=\"\(name)\" tests=\"\(kinds.count)\" failures=\"\(failed)\" errors=\"0\">\n"
    for kind in kinds {
      let found = report.differences.filter { $0.kind == kind }
      let start = "    <testcase name=\"\(kind.rawValue)\" classname=\"\(name)\""
      guard let first = found.first else {
        xml += "\(start)/>\n"
        continue
      }
      let lines = found.map { "\($0.message); likely: \($0.cause)" }.joined(separator: "\n")
      xml +=
        "\(start)><failure message=\"\(XMLText.escaping(first.message))\">"
        + "\(XMLText.escaping(lines))</failure></testcase>\n"
    }
    return xml + "  </testsuite>\n"
  }

  private var sarif: JSONValue {
    let rules = PingDifference.Kind.allCases.map { kind in
      JSONValue.object([.init("id", .string(kind.rawValue))])
    }
    let driver = JSONValue.object([.init("name", .string("id3tap")), .init("rules", .array(rules))])
    let location = JSONValue.object([
      .init(
        "physicalLocation",
        .object([.init("artifactLocation", .object([.init("uri", .string(SARIF.uri(actual)))]))])
      )
    ])
    let results = report.differences.map { difference in
      JSONValue.object([
        .init("ruleId", .string(difference.kind.rawValue)),
        .init("level", .string("error")),
        .init(
          "message",
          .object([.init("text", .string("\(difference.message); likely: \(difference.cause)"))])
        ),
        .init("occurrenceCount", JSONValue(difference.count)),
        .init("locations", .array([location])),
      ])
    }
    return .object([
      .init("tool", .object([.init("driver", driver)])),
      .init("columnKind", .string("utf16CodeUnits")),
      .init("invocations", .array([.object([.init("executionSuccessful", .bool(true))])])),
      .init("results", .array(results)),
    ])
  }
}

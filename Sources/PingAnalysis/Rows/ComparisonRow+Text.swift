import Documents
import Formats

extension ComparisonRow {
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
}

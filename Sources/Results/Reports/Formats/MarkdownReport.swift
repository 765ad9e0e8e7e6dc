import Conformance
import Formats
import Records
import System

/// Writes a report as Markdown for a ticket: a summary, the inputs (those that passed are folded), the findings by
/// cause with positions and remedies, content ids and comparisons.
package struct MarkdownReport {
  private let report: Report
  private let title: String
  private let index: ReportIndex

  private static let shownInputs = 200
  private static let shownDetails = 30
  private static let shownFindings = 20
  private static let shownContents = 100

  package init(_ report: Report, title: String = HTMLReport.usualTitle) {
    (self.report, self.title) = (report, title)
    index = ReportIndex(report)
  }

  package func write(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += text.utf8 }
  }

  var text: String {
    let inputs = index.order.map { report.inputs[$0] }
    return summary + table(inputs) + findings(inputs) + contents(inputs) + comparisons
      + "\nMade by id3tap: independent software, not affiliated with Nielsen. It certifies nothing.\n"
  }

  private var summary: String {
    let totals = report.totals
    let verdicts = InputStatus.allCases.compactMap { status in
      totals.statusCounts[status].map { "\(Quantity.count($0)) \(status.words)" }
    }
    var lines = [
      "\(Quantity.plural(totals.inputs, "input")): \(verdicts.joined(separator: ", "))",
      "\(Quantity.count(totals.inputsWithTags)) with Nielsen tags: "
        + "\(Quantity.count(totals.tags.data)) DATA, \(Quantity.count(totals.tags.info)) INFO",
      "\(Quantity.clock(totals.duration)) of content (h:mm:ss), "
        + "longest gap \(Quantity.length(totals.longestGap))",
      "\(Quantity.plural(totals.findings[.error] ?? 0, "error")), "
        + Quantity.plural(totals.findings[.warning] ?? 0, "warning"),
    ]
    if totals.statusCounts[.waiting] != nil {
      lines.append("some inputs are not read yet: run `id3tap batch` again to continue")
    }
    if let origin = IdentityLine(report: report).origin { lines.append(origin) }
    return "# \(MarkdownText.escaping(title))\n\n**\(headline)**\n\n"
      + lines.map { "- \($0)\n" }.joined()
  }

  /// A sentence with the result of the report, and the cause to fix first.
  private var headline: String {
    let headline = Headline(report)
    let first = index.causes.first.map { cause in
      let count = Quantity.plural(cause.occurrences.count, "input")
      return
        " \(cause.severity == .warning ? "Look at first" : "Fix first"): \(words(cause.kind)), in \(count)."
    }
    return headline.sentence + (headline.counts.isEmpty ? "" : " \(headline.counts)")
      + (first ?? "")
  }

  private static let headings = [
    "Verdict", "Input", "DATA", "INFO", "Length", "Longest gap", "Errors", "Warnings",
  ]

  private func table(_ inputs: [InputReport]) -> String {
    let shown = inputs.prefix(Self.shownInputs)
    let passed = shown.filter { $0.status == .pass }
    let others = shown.filter { $0.status != .pass }
    var text = ""
    if !others.isEmpty { text += "\n## Inputs\n\n" + table(others.map(cells)) }
    if !passed.isEmpty {
      let words = Quantity.plural(report.totals.statusCounts[.pass] ?? passed.count, "input")
      text +=
        "\n<details><summary>\(words) passed</summary>\n\n" + table(passed.map(cells))
        + "\n</details>\n"
    }
    let rest = inputs.count + report.unlistedInputs - shown.count
    return text
      + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more input")).\n" : "")
  }

  private func table(_ rows: [[String]]) -> String {
    MarkdownText.table(Self.headings, rows: rows, leftAligned: 2)
  }

  private func cells(_ input: InputReport) -> [String] {
    [
      "\(input.status.mark) \(input.status.words)", MarkdownText.escaping(input.name),
      Quantity.count(input.tags.data),
      Quantity.count(input.tags.info),
      Quantity.clock(input.duration), Quantity.length(input.longestGap),
      Quantity.count(input.findingCounts[.error] ?? 0),
      Quantity.count(input.findingCounts[.warning] ?? 0),
    ]
  }

  /// The content ids of the DATA tags, folded if there are several inputs.
  private func contents(_ inputs: [InputReport]) -> String {
    let rows = inputs.flatMap { input in input.contentRows.map { (input, $0) } }
    guard !rows.isEmpty else { return "" }
    let cells = rows.prefix(Self.shownContents).map { input, row in
      [
        MarkdownText.escaping(input.name),
        "`\(MarkdownText.code(ContentSpans.words(row.span.fd)))`",
        "`\(MarkdownText.code(ContentSpans.words(row.span.pc)))`",
        "\(Quantity.moment(row.span.start)) – \(Quantity.moment(row.span.end))",
        MarkdownText.escaping(row.streams), Quantity.count(row.span.tags),
      ]
    }
    let rest = rows.count - cells.count
    let table =
      MarkdownText.table(
        ["Input", "FD", "PC", "From – to", "Stream", "DATA"],
        rows: Array(cells),
        leftAligned: 5
      ) + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more row")).\n" : "")
    return inputs.count == 1
      ? "\n## Content ids\n\n\(table)"
      : "\n<details><summary>Content ids</summary>\n\n\(table)\n</details>\n"
  }

  private var comparisons: String {
    let list = report.comparisons
    guard list.count > 0 else { return "" }
    let rest = list.count - Self.shownDetails
    return "\n## Comparisons\n" + list.comparisons.prefix(Self.shownDetails).map(text).joined()
      + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more comparison")).\n" : "")
  }

  private func text(of comparison: Comparison) -> String {
    var text =
      "\n### \(MarkdownText.escaping(comparison.actual)): \(comparison.words)\n\n"
      + "- expected: \(MarkdownText.escaping(comparison.expected))\n- \(comparison.counts)\n"
    for difference in comparison.differences.prefix(Self.shownFindings) {
      text +=
        "- **\(MarkdownText.escaping(difference.kind))** "
        + "\(MarkdownText.escaping(difference.message)); likely: "
        + "\(MarkdownText.escaping(difference.cause))\n"
    }
    let rest = comparison.differenceCount - Self.shownFindings
    return text + (rest > 0 ? "- \(Quantity.count(rest)) more\n" : "")
  }

  private func findings(_ inputs: [InputReport]) -> String {
    let broken = inputs.map { ($0, InputProblem.all(of: $0, in: report)) }.filter { !$0.1.isEmpty }
    guard !broken.isEmpty else { return "" }
    let rest = broken.count - Self.shownDetails
    return "\n## Findings\n" + broken.prefix(Self.shownDetails).map(findings).joined()
      + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more input")) with findings.\n" : "")
  }

  private func findings(_ input: InputReport, _ problems: [InputProblem]) -> String {
    let rest = problems.count - Self.shownFindings
    return "\n### \(MarkdownText.escaping(input.name))\n\n"
      + problems.prefix(Self.shownFindings).map { text(of: $0, in: input) }.joined()
      + (rest > 0 ? "- … and \(Quantity.count(rest)) more\n" : "")
  }

  /// The title of a kind of problem, and the id of its rule if it has one.
  private func words(_ kind: ReportCause.Kind) -> String {
    guard case .rule(let rule) = kind else { return MarkdownText.escaping(kind.title) }
    return "\(MarkdownText.escaping(kind.title)) (`\(MarkdownText.code(rule.rawValue))`)"
  }

  /// A problem as a list item: its message and position, the consequences, and the remedy.
  private func text(of problem: InputProblem, in input: InputReport) -> String {
    let first = problem.cause?.findings.first
    let places = first.map { [$0.momentWords].compactMap { $0 } + input.placeParts($0) } ?? []
    let place = places.joined(separator: " · ")
    let (severity, count) = (problem.cause?.severity ?? .error, problem.cause?.count ?? 1)
    let text =
      "- **\(severity.rawValue)** \(words(problem.kind))"
      + (place.isEmpty ? "" : " at \(MarkdownText.escaping(place))")
      + ": \(MarkdownText.escaping(problem.message))"
      + (count > 1 ? " (\(Quantity.count(count)) like this)\n" : "\n")
    let also = (problem.cause?.consequentRules ?? []).map { "`\(MarkdownText.code($0.rawValue))`" }
    return text + (also.isEmpty ? "" : "  - also broken: \(also.joined(separator: ", "))\n")
      + (problem.remedy.map { "  - **to do:** \(MarkdownText.escaping($0))\n" } ?? "")
  }
}

extension MarkdownText {
  /// The text for use between backticks, with its own backticks replaced.
  static func code(_ text: String) -> String {
    PrintableText.escaping(text).replacing("`", with: "'")
  }
}

/// Escapes text for Markdown (CommonMark 2.4, and the tables of GitHub).
enum MarkdownText {
  /// The text on one line, with all characters that could be markup escaped. Parentheses are markup only after a
  /// bracket, which is escaped.
  static func escaping(_ text: String) -> String {
    let markup = Set("\\`*_{}[]<>#|~&!@".unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for scalar in PrintableText.escaping(text).unicodeScalars {
      if markup.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// A table with a heading and rows of escaped cells. Columns from index `leftAligned` on are
  /// aligned to the right, for numbers.
  static func table(_ headings: [String], rows: [[String]], leftAligned: Int = .max) -> String {
    let rules = headings.indices.map { $0 < leftAligned ? "---" : "---:" }
    let lines = [headings, rules] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

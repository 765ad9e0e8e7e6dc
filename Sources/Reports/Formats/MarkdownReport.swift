import Conformance
import Formats
import Records
import System

/// Writes a report as Markdown, for a ticket: what is wrong in a sentence, the inputs with those that passed
/// folded, the findings by cause with their places and what to do.
package struct MarkdownReport {
  private let report: Report
  private let title: String

  /// The most inputs in a ticket.
  private static let shownInputs = 200
  private static let shownDetails = 30
  private static let shownFindings = 20
  private static let shownContents = 100

  package init(_ report: Report, title: String = HTMLReport.usualTitle) {
    self.report = report
    self.title = title
  }

  package func write(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += text.utf8 }
  }

  var text: String {
    let inputs = report.inputs.enumerated()
      .sorted { ($0.element.status.rank, $0.offset) < ($1.element.status.rank, $1.offset) }
      .map(\.element)
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
      lines.append("not all inputs are read yet: run `id3tap batch` again to continue")
    }
    if let origin = IdentityLine(report: report).origin { lines.append(origin) }
    return "# \(MarkdownText.escaping(title))\n\n**\(headline)**\n\n"
      + lines.map { "- \($0)\n" }.joined()
  }

  /// How it ended, and what is wrong most often.
  private var headline: String {
    let counts = report.totals.statusCounts
    func number(_ status: InputStatus) -> Int { counts[status] ?? 0 }
    let problems = [
      (number(.fail), "failed"), (number(.absent), "without Nielsen tags"),
      (number(.unreadable), "unreadable"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
    guard !problems.isEmpty else {
      let warned = number(.warn)
      if number(.notJudged) > 0, warned == 0 {
        return "No input failed; \(Quantity.count(number(.notJudged))) not judged."
      }
      if number(.pass) == 0, warned == 0 { return "No input was checked." }
      return warned == 0
        ? "No input failed or warned." : "No input failed; \(Quantity.count(warned)) warned."
    }
    let worst = report.rules.max { $0.failed < $1.failed }.flatMap { $0.failed > 0 ? $0 : nil }
    let most = worst.map {
      " Most often broken: \(words($0.rule)), in \(Quantity.plural($0.failed, "input"))."
    }
    return "Of \(Quantity.plural(report.totals.inputs, "input")): "
      + problems.joined(separator: ", ") + ".\(most ?? "")"
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
      + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more input")), with no worse verdict.\n" : "")
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

  /// The content ids of the DATA tags, folded where there are several inputs.
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
    let broken = inputs.filter { input in
      !input.findings.allSatisfy { $0.severity == .info } || input.failure != nil
    }
    guard !broken.isEmpty else { return "" }
    let rest = broken.count - Self.shownDetails
    return "\n## Findings\n" + broken.prefix(Self.shownDetails).map(findings).joined()
      + (rest > 0 ? "\n… and \(Quantity.plural(rest, "more input")) with findings.\n" : "")
  }

  private func findings(_ input: InputReport) -> String {
    var text = "\n### \(MarkdownText.escaping(input.name))\n\n"
    if let failure = input.failure { text += "- **error** \(MarkdownText.escaping(failure))\n" }
    let causes = FindingCause.causes(of: input.findings)
    for cause in causes.prefix(Self.shownFindings) { text += self.text(of: cause) }
    let rest = causes.count - Self.shownFindings
    return text + (rest > 0 ? "- … and \(Quantity.count(rest)) more\n" : "")
  }

  /// The title of a rule, and its id.
  private func words(_ rule: RuleID) -> String {
    MarkdownText.escaping(RuleTitle.words(rule)) + " (`\(MarkdownText.code(rule.rawValue))`)"
  }

  /// A cause: what was seen and where, what follows from it, and what to do.
  private func text(of cause: FindingCause) -> String {
    guard let first = cause.findings.first else { return "" }
    let place = first.placeWords
    var text = "- **\(cause.severity.rawValue)** \(words(cause.rule))"
    text += (place.isEmpty ? "" : " \(MarkdownText.escaping(place))") + ": "
    text += MarkdownText.escaping(first.message)
    text += cause.count > 1 ? " (\(Quantity.count(cause.count)) like this)\n" : "\n"
    let also = cause.consequentRules.map { "`\(MarkdownText.code($0.rawValue))`" }
    if !also.isEmpty { text += "  - also broken: \(also.joined(separator: ", "))\n" }
    if let remedy = cause.remedy { text += "  - **to do:** \(MarkdownText.escaping(remedy))\n" }
    return text
  }
}

extension MarkdownText {
  /// Text between backticks, which it must not end.
  static func code(_ text: String) -> String {
    PrintableText.escaping(text).replacing("`", with: "'")
  }
}

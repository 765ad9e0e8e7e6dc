import Conformance
import Formats
import System

/// Writes a report as Markdown, for a ticket: the summary, the inputs, the findings with their places.
package struct MarkdownReport {
  private let report: Report

  /// What fits a ticket.
  private static let shownInputs = 200
  private static let shownDetails = 30
  private static let shownFindings = 20

  /// Makes a document.
  package init(_ report: Report) { self.report = report }

  /// Writes the document.
  package func write(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += text.utf8 }
  }

  var text: String {
    let inputs = report.inputs.enumerated()
      .sorted { ($0.element.standing.rank, $0.offset) < ($1.element.standing.rank, $1.offset) }
      .map(\.element)
    return summary + table(inputs) + findings(inputs) + comparisons
      + "\nMade by id3tap: independent software, not affiliated with Nielsen. It certifies nothing.\n"
  }

  private var summary: String {
    let totals = report.totals
    let verdicts = Standing.allCases.compactMap { standing in
      totals.standings[standing].map { "\(Quantity.count($0)) \(standing.words)" }
    }
    var lines = [
      "\(Quantity.plural(totals.inputs, "input")): \(verdicts.joined(separator: ", "))",
      "\(Quantity.count(totals.inputsWithTags)) with Nielsen tags: "
        + "\(Quantity.count(totals.tags.data)) DATA, \(Quantity.count(totals.tags.info)) INFO",
      "\(Quantity.clock(totals.duration)) of content (h:mm:ss), "
        + "longest gap \(Quantity.seconds(totals.longestGap))",
      "\(Quantity.plural(totals.findings[.error] ?? 0, "error")), "
        + Quantity.plural(totals.findings[.warning] ?? 0, "warning"),
    ]
    if totals.standings[.waiting] != nil {
      lines.append("not all inputs are read yet: run `id3tap batch` again to go on")
    }
    return "# ID3 tag report\n\n" + lines.map { "- \($0)\n" }.joined()
  }

  private func table(_ inputs: [InputReport]) -> String {
    let rows = inputs.prefix(Self.shownInputs).map { input in
      [
        "\(input.standing.mark) \(input.standing.words)", MarkdownText.escaping(input.name),
        Quantity.count(input.tags.data), Quantity.count(input.tags.info),
        Quantity.clock(input.duration), Quantity.seconds(input.longestGap),
        Quantity.count(input.findingCounts[.error] ?? 0),
        Quantity.count(input.findingCounts[.warning] ?? 0),
      ]
    }
    let headings = [
      "Verdict", "Input", "DATA", "INFO", "Length", "Longest gap", "Errors", "Warnings",
    ]
    let rest = inputs.count + report.unlistedInputs - rows.count
    return "\n## Inputs\n\n" + MarkdownText.table(headings, rows: rows)
      + (rest > 0 ? "\n\(Quantity.plural(rest, "input")) more, with no worse verdict.\n" : "")
  }

  private var comparisons: String {
    let list = report.comparisons
    guard list.count > 0 else { return "" }
    let rest = list.count - Self.shownDetails
    return "\n## Comparisons\n" + list.comparisons.prefix(Self.shownDetails).map(text).joined()
      + (rest > 0 ? "\n\(Quantity.plural(rest, "comparison")) more.\n" : "")
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
      + (rest > 0 ? "\n\(Quantity.plural(rest, "input")) more with findings.\n" : "")
  }

  private func findings(_ input: InputReport) -> String {
    var text = "\n### \(MarkdownText.escaping(input.name))\n\n"
    if let failure = input.failure { text += "- **error** \(MarkdownText.escaping(failure))\n" }
    let findings = input.findings.filter { $0.severity != .info }
    for finding in findings.prefix(Self.shownFindings) {
      let place = finding.placeWords
      text += "- **\(finding.severity.rawValue)** `\(MarkdownText.code(finding.rule.rawValue))` "
      text += place.isEmpty ? "" : MarkdownText.escaping(place) + ": "
      text += MarkdownText.escaping(finding.message)
      text += finding.count > 1 ? " (\(Quantity.count(finding.count)) like this)\n" : "\n"
    }
    let rest = findings.count - Self.shownFindings
    return text + (rest > 0 ? "- \(Quantity.count(rest)) more\n" : "")
  }
}

extension MarkdownText {
  /// Text between backticks, which it must not end.
  static func code(_ text: String) -> String {
    PrintableText.escaping(text).replacing("`", with: "'")
  }
}

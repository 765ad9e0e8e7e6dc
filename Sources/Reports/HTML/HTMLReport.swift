import Conformance
import System

/// Writes a report as one HTML page that needs nothing else.
package struct HTMLReport {
  private let report: Report
  private let title: String
  private let index: ReportIndex
  /// The inputs with more than a warning, the one that hurts most first.
  private let problems: [Int]
  /// The input of each verdict that comes first in the table.
  private let firsts: [InputStatus: Int]
  private let templates: Templates

  /// The default title of a page.
  package static let usualTitle = "Nielsen ID3 tag report"

  /// Inputs in the table of a page without its script.
  private static let plainRows = 2000
  /// The largest number of failed inputs with details on such a page.
  private static let plainDetails = 20
  private static let rowsAtOnce = 200

  /// Makes a page. Throws when a template is broken.
  package init(_ report: Report, title: String = HTMLReport.usualTitle) throws {
    self.report = report
    self.title = title
    let index = ReportIndex(report)
    self.index = index
    firsts = Dictionary(
      index.order.map { (report.inputs[$0].status, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    problems = index.order.filter { index.entries[$0].harm.isProblem }
    templates = try Templates()
  }

  package func write(to destination: OutputDestination) throws(OutputError) {
    let page = HTMLPage(
      templates: templates,
      title: title,
      script: HTMLPage.reportScript,
      lead: IdentityLine(report: report).text
    )
    try destination.append { $0 += page.head }
    try destination.append {
      $0 += templates.text(of: "overview", Overview(report: report, index: index).values)
    }
    if report.comparisons.count > 0 {
      let values = ComparisonSection(list: report.comparisons).values
      try destination.append { $0 += templates.text(of: "comparisons", values) }
    }
    try destination.append { $0 += "<noscript>\n".utf8 }
    try writePlainRows(to: destination)
    try writePlainDetails(to: destination)
    try destination.append { $0 += "</noscript>\n".utf8 }
    let rules = RuleSection(report: report).values
    try destination.append { $0 += templates.text(of: "rules", rules) }
    try destination.append { $0 += page.end() }
    try writeData(to: destination)
    try destination.append { $0 += page.closing }
  }

  private func writePlainRows(to destination: OutputDestination) throws(OutputError) {
    let inputs = index.order.prefix(Self.plainRows)
    let rest = report.inputs.count - inputs.count
    let more =
      rest > 0
      ? "<p class=\"cut\">\(Quantity.plural(rest, "input")) more: open the page with JavaScript.</p>"
      : ""
    try destination.append { bytes in
      bytes +=
        """
        <h2>Inputs</h2>
        <div class="scroll"><table><thead><tr><th scope="col">Verdict</th><th scope="col">Input</th>\
        <th scope="col">Main problem</th><th scope="col" class="number">DATA tags</th>\
        <th scope="col" class="number">Length, h:mm:ss</th>\
        <th scope="col" class="number">Longest gap</th></tr></thead>
        <tbody>

        """.utf8
    }
    for start in stride(from: 0, to: inputs.count, by: Self.rowsAtOnce) {
      let part = inputs[start..<min(start + Self.rowsAtOnce, inputs.count)].map(plainRow)
      try destination.append { $0 += templates.text(of: "plain-rows", ["rows": part]) }
    }
    try destination.append { $0 += "</tbody></table></div>\n\(more)\n".utf8 }
  }

  private func plainRow(_ number: Int) -> [String: Any] {
    let (input, entry) = (report.inputs[number], index.entries[number])
    var values: [String: Any] = [
      "class": input.status.styleClass, "mark": input.status.mark,
      "verdict": input.status.words, "name": input.name, "problem": entry.problem ?? "",
      "data": Quantity.count(input.tags.data),
      "duration": Quantity.clock(input.duration),
      "gap": Quantity.length(input.longestGap),
    ]
    // Without a script a count of the first screen links to the first input of its verdict.
    if firsts[input.status] == number { values["anchor"] = input.status.words }
    if entry.causes.count > 1 { values["more"] = Quantity.count(entry.causes.count - 1) }
    if problems.prefix(Self.plainDetails).contains(number) {
      values["address"] = InputName.address(input.name)
    } else {
      values["id"] = InputName.id(input.name)
    }
    return values
  }

  private func writePlainDetails(to destination: OutputDestination) throws(OutputError) {
    for number in problems.prefix(Self.plainDetails) {
      let values = PlainDetail(report: report, input: report.inputs[number]).values
      try destination.append { $0 += templates.text(of: "plain-detail", values) }
    }
    guard problems.count > Self.plainDetails else { return }
    let rest = Quantity.plural(problems.count - Self.plainDetails, "failed input")
    try destination.append { bytes in
      bytes += "<p class=\"cut\">Details of \(rest) more: open the page with JavaScript.</p>\n".utf8
    }
  }

  private func writeData(to destination: OutputDestination) throws(OutputError) {
    let data = ReportData(report, index: index)
    try destination.append { DataBlock.append(data.json, id: "report-data", to: &$0) }
    for start in stride(from: 0, to: report.inputs.count, by: ReportData.blockSize) {
      let part = report.inputs[start..<min(start + ReportData.blockSize, report.inputs.count)]
      let id = "details-\(start / ReportData.blockSize)"
      try destination.append {
        DataBlock.append(.array(part.map(data.detail)), id: id, to: &$0)
      }
    }
  }
}

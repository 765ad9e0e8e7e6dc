import Conformance
import System

/// Writes a report as one HTML page that needs nothing else.
package struct HTMLReport {
  private let report: Report
  private let templates: Templates

  /// Inputs in the table of a page without its script.
  private static let plainRows = 2000
  /// Inputs whose details such a page has, failed ones.
  private static let plainDetails = 20
  private static let rowsAtOnce = 200

  /// Makes a page. Throws when a template is broken.
  package init(_ report: Report) throws {
    self.report = report
    templates = try Templates()
  }

  /// Writes the page.
  package func write(to destination: OutputDestination) throws(OutputError) {
    let page = HTMLPage(
      templates: templates,
      title: "ID3 tag report",
      script: HTMLPage.reportScript
    )
    try destination.append { $0 += page.head }
    try destination.append { $0 += templates.text(of: "overview", Overview(report: report).values) }
    if report.comparisons.count > 0 {
      let values = ComparisonSection(list: report.comparisons).values
      try destination.append { $0 += templates.text(of: "comparisons", values) }
    }
    try destination.append { $0 += "<noscript>\n".utf8 }
    try writePlainRows(to: destination)
    try writePlainDetails(to: destination)
    try destination.append { $0 += "</noscript>\n".utf8 }
    try destination.append { $0 += page.end() }
    try writeData(to: destination)
    try destination.append { $0 += page.closing }
  }

  private func writePlainRows(to destination: OutputDestination) throws(OutputError) {
    let inputs = report.inputs.enumerated()
      .sorted { ($0.element.standing.rank, $0.offset) < ($1.element.standing.rank, $1.offset) }
      .prefix(Self.plainRows).map(\.element)
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
        <th scope="col" class="number">DATA tags</th><th scope="col" class="number">INFO tags</th>\
        <th scope="col" class="number">Length, h:mm:ss</th><th scope="col" class="number">Longest gap</th>\
        <th scope="col" class="number">Errors</th><th scope="col" class="number">Warnings</th></tr></thead>
        <tbody>

        """.utf8
    }
    for start in stride(from: 0, to: inputs.count, by: Self.rowsAtOnce) {
      let part = inputs[start..<min(start + Self.rowsAtOnce, inputs.count)].map(plainRow)
      try destination.append { $0 += templates.text(of: "plain-rows", ["rows": part]) }
    }
    try destination.append { $0 += "</tbody></table></div>\n\(more)\n".utf8 }
  }

  private func plainRow(_ input: InputReport) -> [String: Any] {
    [
      "class": input.standing.styleClass, "mark": input.standing.mark,
      "verdict": input.standing.words, "name": input.name,
      "data": Quantity.count(input.tags.data), "info": Quantity.count(input.tags.info),
      "duration": Quantity.clock(input.duration), "gap": Quantity.seconds(input.longestGap),
      "errors": Quantity.count(input.findingCounts[.error] ?? 0),
      "warnings": Quantity.count(input.findingCounts[.warning] ?? 0),
    ]
  }

  private func writePlainDetails(to destination: OutputDestination) throws(OutputError) {
    let failed = report.inputs.filter { $0.standing.rank < Standing.warn.rank }
    for input in failed.prefix(Self.plainDetails) {
      let values = PlainDetail(report: report, input: input).values
      try destination.append { $0 += templates.text(of: "plain-detail", values) }
    }
    guard failed.count > Self.plainDetails else { return }
    let rest = Quantity.plural(failed.count - Self.plainDetails, "failed input")
    try destination.append { bytes in
      bytes += "<p class=\"cut\">Details of \(rest) more: open the page with JavaScript.</p>\n".utf8
    }
  }

  private func writeData(to destination: OutputDestination) throws(OutputError) {
    let data = ReportData(report)
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

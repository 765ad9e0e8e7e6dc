import CResources
import Conformance
import Documents
import Formats
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

  /// The default title of a page.
  package static let usualTitle = "Nielsen ID3 tag report"

  /// Inputs in the table of a page without its script.
  private static let plainRows = 2000
  /// The largest number of failed inputs with details on such a page.
  private static let plainDetails = 20

  package init(_ report: Report, title: String = HTMLReport.usualTitle) {
    self.report = report
    self.title = title
    let index = ReportIndex(report)
    self.index = index
    firsts = Dictionary(
      index.order.map { (report.inputs[$0].status, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    problems = index.order.filter { index.entries[$0].harm.isProblem }
  }

  package func write(to destination: OutputDestination) throws(OutputError) {
    func append(_ html: HTML?) throws(OutputError) {
      try destination.append { $0 += (html?.markup ?? "").utf8 }
    }
    try append(head)
    try append(Overview(report: report, index: index).html)
    if report.comparisons.count > 0 {
      try append(ComparisonSection(list: report.comparisons).html)
    }
    try append("<noscript>\n")
    try writeTable(to: destination)
    for number in problems.prefix(Self.plainDetails) {
      try append(PlainDetail(report: report, input: report.inputs[number]).html)
    }
    let rest = Quantity.plural(problems.count - Self.plainDetails, "failed input")
    if problems.count > Self.plainDetails {
      try append(.cut("Details of \(rest) more: open the page with JavaScript."))
    }
    try append("</noscript>\n")
    try append(RuleSection(report: report).html)
    try append(
      """
      </main>
      <footer>Made by id3tap. Independent software, not affiliated with Nielsen; nothing here is a \
      certification. Times count from the first audio or video frame. Nothing on this page comes from or \
      goes to the network.</footer>

      """
    )
    try writeData(to: destination)
    try append(Self.page.closing)
  }

  /// The script: the parts of the detail page, the index page, what it prints, then what uses them.
  private static let page = HTMLPage(
    style: [report_css(), report_index_css(), detail_css()].map { String(cString: $0) }.joined(),
    script: [
      timeline_spans_js(), timeline_js(), timeline_hands_js(), plots_js(), detail_parts_js(),
      detail_js(), report_index_js(), report_print_js(), report_js(),
    ]
    .map { String(cString: $0) }.joined(separator: "\n")
  )

  private var head: HTML {
    """
    \(Self.page.opening(title: title))<header>
    <h1>\(title)</h1>
    <p class="lead">\(IdentityLine(report: report).text)</p>
    </header>
    <main>

    """
  }

  private func writeTable(to destination: OutputDestination) throws(OutputError) {
    let inputs = index.order.prefix(Self.plainRows)
    let rest = report.inputs.count - inputs.count
    let head: HTML = """
      <h2>Inputs</h2>
      <div class="scroll"><table><thead><tr><th scope="col">Verdict</th><th scope="col">Input</th>\
      <th scope="col">Main problem</th><th scope="col" class="number">DATA tags</th>\
      <th scope="col" class="number">Length, h:mm:ss</th>\
      <th scope="col" class="number">Longest gap</th></tr></thead>
      <tbody>

      """
    let more: HTML = """
      </tbody></table></div>
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "input")) more: open the page with JavaScript."))
      """
    try destination.append { $0 += head.markup.utf8 }
    for number in inputs {
      try destination.append { $0 += row(number).markup.utf8 }
    }
    try destination.append { $0 += more.markup.utf8 }
  }

  private func row(_ number: Int) -> HTML {
    let (input, entry) = (report.inputs[number], index.entries[number])
    let (status, more) = (input.status, entry.causes.count - 1)
    let hasDetail = problems.prefix(Self.plainDetails).contains(number)
    let name: HTML =
      hasDetail
      ? "<a href=\"\(InputName.address(input.name))\">\(input.name)</a>" : "\(input.name)"
    // Without a script a count of the first screen links to the first input of its verdict.
    let isFirst = firsts[status] == number
    return """
      <tr\(if: !hasDetail, " id=\"\(InputName.id(input.name))\"")>\
      <td\(if: isFirst, " id=\"verdict=\(status.words)\"")>\
      \(HTML.verdict(status.styleClass, status.mark, status.words))</td>\
      <th scope="row" class="name">\(name)</th>\
      <td class="problem">\(entry.problem ?? "")\(if: more > 0, " <small>+\(Quantity.count(more)) more</small>")\
      </td><td class="number">\(Quantity.count(input.tags.data))</td>\
      <td class="number">\(Quantity.clock(input.duration))</td>\
      <td class="number">\(Quantity.length(input.longestGap))</td></tr>

      """
  }

  private func writeData(to destination: OutputDestination) throws(OutputError) {
    let data = ReportData(report, index: index)
    try destination.append { Self.append(data.json, id: "report-data", to: &$0) }
    for start in stride(from: 0, to: report.inputs.count, by: ReportData.blockSize) {
      let part = report.inputs[start..<min(start + ReportData.blockSize, report.inputs.count)]
      let id = "details-\(start / ReportData.blockSize)"
      try destination.append { Self.append(.array(part.map(data.detail)), id: id, to: &$0) }
    }
  }

  /// Data for the script: JSON in an element that no browser runs. In a script only `<` can end it or
  /// begin a comment.
  private static func append(_ json: JSONValue, id: String, to bytes: inout [UInt8]) {
    bytes += "<script type=\"application/json\" id=\"\(id)\">".utf8
    var text: [UInt8] = []
    json.append(to: &text)
    let parts = text.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    bytes += parts.joined(separator: "\\u003c".utf8)
    bytes += "</script>\n".utf8
  }
}

import CResources
import Conformance
import Records
import System

/// Writes a report as an HTML page in a single file.
package struct HTMLReport {
  private let report: Report
  private let title: String
  private let index: ReportIndex
  package static let usualTitle = "Nielsen ID3 tag report"

  /// The maximum number of inputs with a problem whose details are printed.
  private static let blocks = 200
  /// If a report has more inputs than this, the inputs that passed get short details: no timeline, and only the number
  /// of rules.
  private static let wholeDetails = 2000

  package init(_ report: Report, title: String = HTMLReport.usualTitle) {
    (self.report, self.title) = (report, title)
    index = ReportIndex(report)
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
    let blocks = Set(index.order.filter { index.entries[$0].harm.isProblem }.prefix(Self.blocks))
    let isAlone = report.inputs.count == 1
    for number in index.order {
      let input = report.inputs[number]
      let isShort = report.inputs.count > Self.wholeDetails && input.status == .pass
      try append(
        DetailSection(
          report: report,
          input: input,
          number: number,
          isBlock: blocks.contains(number),
          isAlone: isAlone,
          isShort: isShort
        ).html
      )
    }
    if report.inputs.count > 1 {
      let table = ReportTable(report: report, index: index, blocks: blocks)
      try append(table.opening)
      var seen: Set<InputStatus> = []
      for number in index.order {
        try append(table.row(number, isFirst: seen.insert(report.inputs[number].status).inserted))
      }
      try append(ReportTable.closing)
    }
    if !isAlone { try append(RuleSection(report: report).html) }
    try append(
      """
      </main>
      <footer>Made by id3tap. Independent software, not affiliated with Nielsen; this report is not a \
      certification. Times count from the first audio or video frame. This page loads nothing from the network and \
      sends nothing to it.</footer>

      """
    )
    try append(page.closing)
  }

  private var page: HTMLPage { report.inputs.count > 1 ? Self.pageOfSeveral : Self.pageOfOne }

  /// The page for at most one input, which has no table of inputs.
  private static let pageOfOne = page(
    style: [report_css()],
    script: [report_js()],
    end: "document.querySelectorAll(\".detail\").forEach(openDetail);"
  )
  private static let pageOfSeveral = page(
    style: [report_css(), report_index_css()],
    script: [report_js(), report_index_js()]
  )

  private static func page(
    style: [UnsafePointer<CChar>],
    script: [UnsafePointer<CChar>],
    end: String = ""
  ) -> HTMLPage {
    let spaces = [("; }", "}"), (" { ", "{"), (": ", ":"), ("; ", ";"), (", ", ",")]
    let rules = spaces.reduce(compact(style)) { $0.replacing($1.0, with: $1.1) }
    return HTMLPage(style: rules, script: compact(script) + end)
  }

  /// The resources without indentation and comment lines, which would take up a tenth of a page about one input.
  private static func compact(_ resources: [UnsafePointer<CChar>]) -> String {
    resources.map { String(cString: $0) }.joined().split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") }.map { $0 + "\n" }.joined()
  }

  private var head: HTML {
    """
    \(page.opening(title: title))\(TimelineMark.shapes)<header>
    <h1>\(title)</h1>
    <p class="lead">\(IdentityLine(report: report).text)</p>
    </header>
    <main\(if: report.inputs.count == 1, " class=\"alone\"")>

    """
  }
}

struct ComparisonSection {
  let list: ComparisonList

  private static let shownDifferences = 50

  var html: HTML {
    let rest = list.unlisted
    return """
      <section id="comparisons">
      <h2>Comparisons</h2>
      <p>Comparisons of expected and seen pings, by id3tap compare.</p>
      \(list.comparisons.map(comparison))\
      \(if: rest > 0, .cut("Counted but not listed: \(Quantity.plural(rest, "more comparison"))."))\
      </section>

      """
  }

  private func comparison(_ comparison: Comparison) -> HTML {
    let status = comparison.status
    let rest = comparison.differenceCount - Self.shownDifferences
    return """
      <h3>\(comparison.actual) \(HTML.verdict(status.styleClass, status.mark, comparison.words))</h3>
      <p>\(comparison.counts); expected: \(comparison.expected)</p>
      <div class="findings">
      \(comparison.differences.prefix(Self.shownDifferences).map(difference))</div>
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "more difference"))."))
      """
  }

  private func difference(_ difference: Comparison.Difference) -> HTML {
    """
    <article class="finding error"><h4><span class="severity">\
    \(difference.kind.replacing("-", with: " "))</span></h4><p>\(difference.message)</p>\
    <p class="remedy"><b>Likely:</b> \(difference.cause)</p></article>

    """
  }
}

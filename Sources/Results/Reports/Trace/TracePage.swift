import Formats
import Records
import Trace

/// The page of `trace`: the taps as rows on one time axis, with the tags as vertical lines.
enum TracePage {
  static let opening = PageShell.opening(
    title: "Tags along a chain",
    lead:
      "Shows where tags are lost or changed between the taps of a chain. Made by id3tap trace."
  )

  static func section(_ report: ChainReport) -> HTML {
    let controls = PageShell.controls(
      noun: "incident",
      headline: "\(report.verdictWord). \(report.headline)",
      status: report.verdict == .pass ? "pass" : "fail",
      only: "Failures only"
    )
    let incidents = report.incidents.prefix(shownIncidents).map(article)
    let rest = report.incidentCount - incidents.count
    return """
      <section>
      \(controls)\(lanes(report))\(report.notes.map(HTML.cut))</section>
      <section>
      <h2>Hops</h2>
      \(hops(report.hops))</section>
      <section>
      <h2>Incidents</h2>
      \(if: incidents.isEmpty, "<p>None.</p>\n")\(Array(incidents))\
      \(if: rest > 0, .cut("\(rest) more incidents are not shown."))</section>

      """
  }

  private static let shownIncidents = 100

  // MARK: - The lanes

  /// The number of equal parts of the time range. One line represents all tags in a part.
  private static let columns = 600
  /// The distance between two rows in pixels; `top` is the space above the first row.
  private static let laneHeight = 44
  private static let top = 24
  /// The width of the tap names, in percent.
  private static let names = 16.0
  private static let nameLength = 16

  /// The tags that one line represents.
  private struct Column {
    /// The horizontal position, in percent of the width.
    var x: Double
    /// The range of rows in which a tag is present.
    var lanes: ClosedRange<Int>?
    /// The worst fault of the tags at each row.
    var faults: [Int: TagFault] = [:]
  }

  private static func lanes(_ report: ChainReport) -> HTML? {
    let taps = report.taps.filter { $0.state == .compared }
    let times = report.tags.compactMap(\.time)
    guard taps.count > 1, let start = times.min(), let end = times.max() else { return nil }
    let columns = columns(report.tags, from: start, to: max(end, start + 1))
    let bottom = top + (taps.count - 1) * laneHeight
    let rows = taps.enumerated().map { number, tap -> HTML in
      let y = top + number * laneHeight
      return """
        <text x="0" y="\(y + 5)" fill="currentColor">\(LongText.cut(tap.name, to: nameLength))<title>\(tap.name)</title></text>\
        <line x1="\(percent(names))" x2="100%" y1="\(y)" y2="\(y)" stroke="currentColor" stroke-opacity="0.4"/>

        """
    }
    let labels = [(0.0, "start"), (0.5, "middle"), (1.0, "end")].map { part, anchor -> HTML in
      """
      <text x="\(percent(place(part)))" y="\(bottom + 30)" text-anchor="\(anchor)" \
      fill="currentColor">\(ClockText.text(of: start + (end - start) * part))</text>

      """
    }
    let words =
      "\(report.tags.count) tags along \(taps.count) taps: \(taps.map(\.name).joined(separator: ", ")). \(report.headline)"
    return """
      <div class="scroll"><div class="lanes wide">
      <svg height="\(bottom + 40)" role="img" aria-label="\(words)">
      \(rows)\(columns.map(lines))\(labels)</svg>
      </div></div>
      <p class="soft">\(legend(report.tags.count > columns.count))</p>

      """
  }

  private static func legend(_ areSeveral: Bool) -> HTML {
    let marks: [(tone: HTML, faults: [TagFault])] = [
      ("error", TagFault.allCases.filter(\.fails)),
      ("warning", TagFault.allCases.filter { !$0.fails }),
    ]
    let words = marks.map { mark -> HTML in
      " <span class=\"\(mark.tone)\">●</span> \(mark.faults.map(\.rawValue).joined(separator: ", "))."
    }
    return """
      A <span class="good">line</span> connects the taps that have \(areSeveral ? "one or more tags" : "a tag"); a \
      <span class="error">line</span> leads to a tap that lost a tag. A point marks a fault at a tap:\(words)
      """
  }

  private static func columns(_ tags: [TracedTag], from start: Double, to end: Double) -> [Column] {
    var columns: [Int: Column] = [:]
    for tag in tags {
      guard let time = tag.time else { continue }
      let part = (time - start) / (end - start)
      let number = Int(part * Double(Self.columns))
      var column = columns[number] ?? Column(x: place(part))
      let present = tag.times.indices.filter { tag.times[$0] != nil }
      if let first = present.first, let last = present.last {
        column.lanes =
          min(
            first,
            column.lanes?.lowerBound ?? first
          )...max(last, column.lanes?.upperBound ?? last)
      }
      for (lane, state) in tag.states.enumerated() {
        guard case .fault(let fault) = state else { continue }
        let known = column.faults[lane]
        if known.map({ isWorse(fault, $0) }) ?? true { column.faults[lane] = fault }
      }
      columns[number] = column
    }
    return columns.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func isWorse(_ fault: TagFault, _ other: TagFault) -> Bool {
    let order = TagFault.allCases
    return (order.firstIndex(of: fault) ?? 0) < (order.firstIndex(of: other) ?? 0)
  }

  /// The line of a column, with a mark at each row with a fault. A line stops short of the row at which its tags are
  /// lost.
  private static func lines(_ column: Column) -> HTML {
    let x = percent(column.x)
    func y(_ lane: Int) -> Int { top + lane * laneHeight }
    func line(_ tone: HTML, _ from: Int, _ to: Int) -> HTML {
      """
      <line class="\(tone)" x1="\(x)" x2="\(x)" y1="\(from)" y2="\(to)" stroke="currentColor"/>
      """
    }
    var parts: HTML = ""
    if let lanes = column.lanes {
      parts += line("good", y(lanes.lowerBound) - 6, y(lanes.upperBound) + 6)
    }
    for (lane, fault) in column.faults.sorted(by: { $0.key < $1.key }) {
      let tone: HTML = fault.fails ? "error" : "warning"
      if fault == .lost || fault == .lostInRendition {
        parts += line(tone, y(lane - 1) + 6, y(lane) - 8)
      }
      parts += """
        <g class="\(tone)"><circle cx="\(x)" cy="\(y(lane))" r="4" fill="currentColor"/>\
        <title>\(fault.rawValue)</title></g>
        """
    }
    return parts + "\n"
  }

  private static func place(_ part: Double) -> Double { names + (99.5 - names) * part }

  private static func percent(_ value: Double) -> String { "\(Decimals.fixed(value) ?? "0")%" }

  // MARK: - Hops and incidents

  private static func hops(_ hops: [TracedHop]) -> HTML {
    let titles = TracedHop.columns.map { "#\($0.prefix(1))\($0.dropFirst().lowercased())" }
    let rows = hops.map { hop -> HTML in
      let cells = hop.cells.map { "<td class=\"number\">\($0)</td>" as HTML }
      return """
        <tr><th scope="row">\(hop.from) → \(hop.to)</th>\(cells)<td>\(hop.notes.joined(separator: "; "))</td></tr>

        """
    }
    return .table("wide", ["Hop"] + titles + ["Notes"], rows)
  }

  private static func article(_ incident: TraceIncident) -> HTML {
    let places = incident.places.map { tap, place -> HTML in
      "<li><b>\(tap)</b> \(place)</li>\n"
    }
    let fails = incident.fault.fails
    return """
      <article class="entry\(if: fails, " is-error")" data-level="\(fails ? "error" : "warning")">
      <h3>\(incident.hopWords): \(incident.words)</h3>
      <ul class="found">
      \(places)</ul>
      <p class="soft">Repaired by \(incident.repair).</p>
      </article>

      """
  }
}

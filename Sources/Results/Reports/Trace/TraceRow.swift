import Formats
import Records
import Trace

/// A row of the output of `trace`.
package struct TraceRow: RecordRow {
  package let record: TraceEvent

  package init(_ record: TraceEvent) { self.record = record }

  package static let formats: [OutputFormat] = [.table, .json, .jsonl, .csv, .junit, .html]

  package typealias Fields = TraceFields

  package static let columns: [TableColumn] = []
  /// Empty, because the table consists of blocks.
  package var cells: [TableCell] { [] }
  /// Empty, because a row is about a chain and not about one input.
  package var input: String { "" }

  private static let shownIncidents = 10

  /// An alarm as a line, and the report at the end as text with a table. Other rows are empty.
  package func block(_ style: TableStyle) -> String? {
    switch record {
    case .alarm(let incident):
      "\(style.paint("ALARM", .bad))  \(Self.line(incident))\n"
    case .tapAlarm(let tap):
      "\(style.paint("ALARM", .bad))  \(PrintableText.escaping("\(tap.name): \(tap.failure ?? "")"))\n"
    case .tap, .hop, .incident, .tag: ""
    case .end(let report): Self.text(report, style)
    }
  }

  package func isSpaced(_ style: TableStyle) -> Bool { false }

  private static func line(_ incident: TraceIncident) -> String {
    PrintableText.escaping("\(incident.hopWords): \(incident.words)")
  }

  private static func text(_ report: ChainReport, _ style: TableStyle) -> String {
    let verdict = style.paint(report.verdictWord, report.verdict == .pass ? .good : .bad)
    var lines = ["\(verdict)  \(PrintableText.escaping(report.headline))"]
    if !report.hops.isEmpty { lines += [""] + table(report.hops, style) }
    for (number, incident) in report.incidents.prefix(shownIncidents).enumerated() {
      lines.append("")
      let words = "\(number + 1). \(line(incident))"
      lines.append(incident.fault.fails ? style.paint(words, .bad) : words)
      let places = incident.places.map { "\($0.tap): \($0.place)" }
      for text in places + ["repair: \(incident.repair)"] {
        lines += style.wrapped(text, "   ", rest: "     ", usual: 100)
      }
    }
    let rest = report.incidentCount - shownIncidents
    if rest > 0 {
      lines += ["", "\(rest) more incidents: --format jsonl lists up to 1,000, html up to 100"]
    }
    if !report.notes.isEmpty { lines.append("") }
    for note in report.notes {
      lines += style.wrapped(note, "", rest: "  ", usual: 100, .faint)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func table(_ hops: [TracedHop], _ style: TableStyle) -> [String] {
    let names = hops.map { PrintableText.escaping("\($0.from) → \($0.to)") }
    let width = max(3, names.map(\.count).max() ?? 0)
    func line(_ name: String, _ cells: [String]) -> String {
      let padded = zip(TracedHop.columns, cells).map { title, cell in
        String(repeating: " ", count: max(0, max(title.count, 4) - cell.count)) + cell
      }
      return ([name.padded(to: width)] + padded).joined(separator: "  ")
    }
    var lines = [style.paint(line("HOP", TracedHop.columns), .faint)]
    for (hop, name) in zip(hops, names) {
      let text = line(name, hop.cells)
      lines.append(hop.failed > 0 ? style.paint(text, .bad) : text)
      if !hop.notes.isEmpty {
        let notes = PrintableText.escaping(hop.notes.joined(separator: "; "))
        lines.append(style.paint("  \(notes)", .faint))
      }
    }
    return lines
  }

  /// The documents that are not a sequence of rows: JUnit and the HTML page.
  package static func document(of format: OutputFormat) -> (any RowDocument<TraceRow>)? {
    switch format {
    case .junit:
      JUnitRows<TraceRow>(name: "id3tap trace") { row, document in
        if case .end(let report) = row.record { append(report, to: &document) }
      }
    case .html:
      HTMLRows(opening: TracePage.opening) { row in
        if case .end(let report) = row.record { TracePage.section(report) } else { "" }
      }
    case .table, .json, .jsonl, .csv, .sarif, .url: nil
    }
  }

  /// Appends suites: one for each tap that could not be compared completely, one if the chain has no tags, and one for
  /// each hop, with a case for each fault.
  private static func append(_ report: ChainReport, to document: inout JUnit) {
    for tap in report.taps {
      if let failure = tap.failure {
        document.append(tap.name, [.error("read", failure)])
      } else if tap.state == .nothingCommon {
        document.append(
          tap.name,
          [.failure("compare", "the tap does not show the same content as the earlier taps")]
        )
      } else if tap.unreadSegments > 0 {
        document.append(tap.name, [.error("read", "not compared: \(tap.unreadWords)")])
      }
    }
    if report.verdict == .noTags {
      document.append("chain", [.failure("tags", report.headline)])
    }
    for hop in report.hops {
      let cases = TagFault.allCases.map { fault -> JUnit.Case in
        let count = hop.count(fault)
        guard count > 0 else { return .passed(fault.rawValue) }
        let found = report.incidents.filter { $0.fault == fault && $0.to == hop.to }
        let message = "\(count) tag\(count == 1 ? "" : "s")"
        let lines = found.prefix(shownIncidents).map(\.sentence)
        return fault.fails
          ? .failure(fault.rawValue, message, type: fault.rawValue, lines: lines)
          : .skipped(fault.rawValue, message, lines: lines)
      }
      document.append("\(hop.from) → \(hop.to)", cases)
    }
  }
}

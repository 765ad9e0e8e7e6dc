import Formats
import PingAnalysis
import Records

extension RehearsalEntry {
  /// The details of an entry below its title, by name.
  package var details: [(name: String, text: String)] {
    let pings = evidence.isEmpty ? nil : shownPings.joined(separator: ", ") + furtherPings
    let all: [(name: String, text: String?)] = [
      ("expected", expected), ("seen", seen), (Self.pingsName, pings),
      ("change", status == .failed ? remedy : nil), ("record", record),
      ("source", item.source + (item.basis == .ours ? " (inferred by id3tap)" : "")),
    ]
    return all.compactMap { line in line.text.map { (line.name, $0) } }
  }

  /// The name of the detail that lists the pings.
  package static let pingsName = "pings"

  /// The pings that show the result, each with its time if known, such as `12 at 2023-11-14T22:13:20Z`. A date is
  /// repeated only if it changes.
  package var shownPings: [String] {
    var date: Substring?
    return zip(evidence, times).map { index, time in
      guard let time else { return "\(index)" }
      let parts = time.split(separator: "T", maxSplits: 1)
      defer { date = parts.first }
      return "\(index) at \(parts.first == date ? parts.last.map(String.init) ?? time : time)"
    }
  }

  /// The number of further pings as text, such as ` and 3 more`. Empty if all are shown.
  package var furtherPings: String {
    evidenceCount > evidence.count ? " and \(evidenceCount - evidence.count) more" : ""
  }
}

extension RehearsalReport {
  /// The report as text: the items that failed, were not assessed, and passed, then the checks to do by hand, and the
  /// conclusion. `isColored` colours the headings; `width` is the maximum line length in characters.
  package func text(isColored: Bool, width: Int) -> String {
    var lines = notes
    lines.append("")
    lines.append("Capture: \(PrintableText.escaping(capture))")
    if let stream { lines.append("Stream: \(PrintableText.escaping(stream))") }
    lines.append("Products: \(productWords)")
    for status in [RehearsalEntry.Status.failed, .notAssessed, .passed] {
      let entries = entries(status)
      guard !entries.isEmpty else { continue }
      lines += ["", Self.heading(status, entries.count, isColored)]
      for entry in entries { lines += Self.lines(entry, width) }
    }
    lines += ["", "Check by hand: pings do not show whether these requirements are met"]
    for check in byHand {
      lines += WrappedText.lines(check.what, width: width, first: "  - ", rest: "    ")
    }
    lines += [""] + WrappedText.lines(conclusion, width: width, first: "", rest: "")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func heading(
    _ status: RehearsalEntry.Status,
    _ count: Int,
    _ isColored: Bool
  ) -> String {
    let text = "\(status.words.prefix(1).uppercased())\(status.words.dropFirst()): \(count)"
    guard isColored else { return text }
    let emphasis: TextEmphasis =
      switch status {
      case .failed: .bad
      case .notAssessed, .otherProduct: .warning
      case .passed: .good
      }
    return emphasis.paint(text, isBold: true)
  }

  /// The lines of an item: all details if it failed, the recording to make if it was not assessed, otherwise only the
  /// title.
  private static func lines(_ entry: RehearsalEntry, _ width: Int) -> [String] {
    let title = "  \(entry.item.group.rawValue) \(entry.item.id): \(entry.item.title)"
    let shown =
      switch entry.status {
      case .failed: entry.details
      case .notAssessed: entry.details.filter { $0.name == "record" }
      case .passed, .otherProduct: [(name: String, text: String)]()
      }
    return [title]
      + shown.flatMap { name, text in
        let first = "      " + name.padded(to: 10)
        return WrappedText.lines(
          PrintableText.escaping(text),
          width: width,
          first: first,
          rest: String(repeating: " ", count: first.count)
        )
      }
  }
}

extension RehearsalReport {
  /// The report as JUnit XML: a suite for each group, and a case for each item. Items that were not assessed, or are
  /// about another product, are skipped.
  package var junit: String {
    var document = JUnit(name: "id3tap rehearse")
    for group in RehearsalItem.Group.allCases {
      let entries = entries.filter { $0.item.group == group }
      guard !entries.isEmpty else { continue }
      let name = "\(capture): \(group.rawValue). \(group.title)"
      document.append(name, entries.map(Self.testCase))
    }
    return document.text
  }

  private static func testCase(_ entry: RehearsalEntry) -> JUnit.Case {
    switch entry.status {
    case .passed: .passed(entry.item.id)
    case .notAssessed: .skipped(entry.item.id, entry.record ?? "")
    case .otherProduct: .skipped(entry.item.id, entry.status.words)
    case .failed:
      .failure(
        entry.item.id,
        entry.item.title,
        lines: entry.details.map { "\($0.name): \($0.text)" }
      )
    }
  }
}

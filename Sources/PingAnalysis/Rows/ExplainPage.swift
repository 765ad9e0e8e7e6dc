import Documents
import Formats
import Records

/// The page of `explain`.
enum ExplainPage {
  static let opening =
    PageShell(
      title: "Explained pings and tags",
      lead: "What each parameter means, and what is wrong with it. id3tap explain."
    ).opening + PageShell.controls(noun: "entry") + "<h2>Entries</h2>\n"

  static let closing = PageShell.closing

  /// The section of a row.
  static func section(_ row: ExplainRow) -> String {
    switch row.content {
    case .tag(let tag): section(tag)
    case .ping(let ping): section(row, ping)
    }
  }

  private static func section(_ row: ExplainRow, _ explained: ExplainedPing) -> String {
    let ping = explained.ping
    let time = ping.madeAt.flatMap { UTCTime.text($0) }
    let credit = ping.plain("cr")
    let place = [time, credit, "\(row.input) #\(row.index)", ping.place].compactMap { $0 }
    let title = "\(ComparedPing.name(of: ping.product)) \(ping.type ?? "ping")"
    let shown = explained.fields.filter { !$0.value.isEmpty || $0.finding != nil }
    let blank = explained.fields.filter { $0.value.isEmpty && $0.finding == nil }.map(\.name)
    let rows = shown.map { field in
      line([
        code(field.name + (field.key.map { " \($0)" } ?? "")), code(field.value),
        text(field.title.map { "\($0). \(field.meaning)" } ?? field.meaning)
          + (field.finding.map { remark($0, field.isValid ? "info" : "error") } ?? ""),
      ])
    }
    return details(
      title,
      place.joined(separator: ", "),
      verdict(explained),
      level: explained.worst?.rawValue ?? "good",
      found(explained.foldedFindings)
        + table(["Parameter", "Value", "Meaning"], rows)
        + (blank.isEmpty
          ? "" : "<p class=\"soft\">Blank: \(text(blank.joined(separator: ", ")))</p>\n")
        + "<p class=\"url\">\(text(ping.url))</p>\n"
    )
  }

  private static func section(_ tag: ExplanationRow) -> String {
    let rows = tag.explanation.fields.map { field in
      line([
        text(field.name), code(field.value ?? ""),
        text("\(field.confidence.rawValue): \(field.meaning)")
          + (field.finding.map { remark($0, "error") } ?? ""),
      ])
    }
    let isGood = tag.explanation.findings.isEmpty
    return details(
      tag.explanation.title,
      "\(tag.input.prefix(60)) #\(tag.index)"
        + (tag.time.flatMap(Decimals.fixed).map { ", at \($0) s" } ?? ""),
      isGood
        ? "<span class=\"good\">nothing wrong found</span>"
        : counted(tag.explanation.findings.count, "error"),
      level: isGood ? "good" : "error",
      found(tag) + "<pre>\(text(tag.explanation.drawing.joined(separator: "\n")))</pre>\n"
        + table(["Field", "Value", "Meaning"], rows)
    )
  }

  // MARK: - Parts

  private static func verdict(_ explained: ExplainedPing) -> String {
    guard let worst = explained.worst else {
      return "<span class=\"good\">nothing wrong found</span>"
    }
    return counted(explained.findings.count, worst.rawValue)
  }

  private static func counted(_ count: Int, _ severity: String) -> String {
    "<span class=\"\(severity)\">\(count) finding\(count == 1 ? "" : "s")</span>"
  }

  private static func details(
    _ title: String,
    _ place: String,
    _ verdict: String,
    level: String,
    _ content: String
  ) -> String {
    // Rows of one title with nothing wrong are folded when they follow each other.
    let run = level == "good" ? " data-run=\"\(text(title))\"" : ""
    return "<details class=\"entry is-\(level)\" data-level=\"\(level)\"\(run)><summary>"
      + "<b>\(text(title))</b> <small>\(text(place))</small> \(verdict)</summary>\n"
      + "\(content)</details>\n"
  }

  /// The findings; `data-cause` is what the script counts them by.
  private static func found(_ findings: [PingFinding]) -> String {
    guard !findings.isEmpty else { return "" }
    let items = findings.map { finding in
      let level = finding.severity.rawValue
      let cause = [finding.rule, finding.field ?? ""].joined(separator: " ")
      // The list of causes at the top shows this text away from its parameter.
      let isNamed = finding.field.map { finding.message.hasPrefix("\($0) ") } ?? true
      let field = isNamed ? "" : "<code>\(text(finding.field ?? ""))</code> "
      return "<li class=\"\(level)\" data-cause=\"\(text(cause))\">"
        + "\(field)\(text(finding.message))</li>\n"
    }
    return "<ul class=\"found\">\n\(items.joined())</ul>\n"
  }

  /// The findings about a tag, by field.
  private static func found(_ tag: ExplanationRow) -> String {
    let items = tag.explanation.fields.compactMap { field in
      field.finding.map { finding in
        "<li class=\"error\" data-cause=\"tag \(text(field.name))\">"
          + "\(text(field.name)): \(text(finding))</li>\n"
      }
    }
    return items.isEmpty ? "" : "<ul class=\"found\">\n\(items.joined())</ul>\n"
  }

  private static func table(_ titles: [String], _ rows: [String]) -> String {
    let head = titles.map { "<th scope=\"col\">\($0)</th>" }.joined()
    return "<div class=\"scroll\"><table class=\"fields\"><thead><tr>\(head)</tr></thead><tbody>\n"
      + "\(rows.joined())</tbody></table></div>\n"
  }

  private static func line(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
  }

  private static func remark(_ message: String, _ severity: String) -> String {
    "<div class=\"\(severity)\">\(text(message))</div>"
  }

  private static func code(_ value: String) -> String { "<code>\(text(value))</code>" }

  private static func text(_ text: String) -> String { PageShell.text(text) }
}

import Formats
import Records

/// What `explain` says, as one page: no script, nothing from elsewhere.
enum ExplainPage {
  static let opening = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>id3tap explain</title>
    <style>
    :root { color-scheme: light dark; --line: #8884; --faint: #767676; --bad: #b3261e; --good: #1b7f3b; --look: #8a5a00 }
    @media (prefers-color-scheme: dark) { :root { --faint: #9a9a9a; --bad: #ff8a80; --good: #7ad69a; --look: #ffc66d } }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }
    details { border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; padding: .4rem .8rem }
    summary { cursor: pointer }
    summary small { color: var(--faint) }
    table { border-collapse: collapse; margin: .6rem 0; width: 100% }
    th, td { border-top: 1px solid var(--line); padding: .25rem .6rem .25rem 0; text-align: left; vertical-align: top }
    td { overflow-wrap: anywhere }
    td:first-child { white-space: nowrap }
    code, pre { font: 13px/1.4 ui-monospace, monospace }
    pre { overflow-x: auto }
    .error, .warning { color: var(--bad) } .info { color: var(--look) } .good { color: var(--good) }
    .url { color: var(--faint); overflow-wrap: anywhere }
    footer { color: var(--faint); margin-top: 2rem }
    </style>
    </head>
    <body>
    <h1>id3tap explain</h1>

    """

  static let closing = """
    <footer>Independent software, not affiliated with Nielsen; not a certification.</footer>
    </body>
    </html>

    """

  /// What is shown of a row.
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
    let title = "\(ping.product.rawValue) \(ping.type ?? "ping")"
    let rows = explained.fields.map { field in
      line([
        code(field.name + (field.key.map { " \($0)" } ?? "")), code(field.value),
        text(field.title.map { "\($0). \(field.meaning)" } ?? field.meaning)
          + (field.finding.map { told($0, field.isValid ? "info" : "error") } ?? ""),
      ])
    }
    let present = Set(ping.parameters.map(\.name))
    let others = explained.findings.filter { $0.field.map { !present.contains($0) } ?? true }
    return details(
      title,
      place.joined(separator: ", "),
      verdict(explained),
      isOpen: explained.worst == .error,
      others.map { told($0.message, $0.severity.rawValue) }.joined()
        + table(["Parameter", "Value", "Meaning"], rows)
        + "<p class=\"url\">\(text(ping.url))</p>\n"
    )
  }

  private static func section(_ tag: ExplanationRow) -> String {
    let rows = tag.explanation.fields.map { field in
      line([
        text(field.name), code(field.value ?? ""),
        text("\(field.confidence.rawValue): \(field.meaning)")
          + (field.finding.map { told($0, "error") } ?? ""),
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
      isOpen: !isGood,
      "<pre>\(text(tag.explanation.drawing.joined(separator: "\n")))</pre>\n"
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
    isOpen: Bool,
    _ content: String
  ) -> String {
    "<details\(isOpen ? " open" : "")><summary><b>\(text(title))</b> <small>\(text(place))</small> \(verdict)"
      + "</summary>\n\(content)</details>\n"
  }

  private static func table(_ titles: [String], _ rows: [String]) -> String {
    let head = titles.map { "<th>\($0)</th>" }.joined()
    return "<table><thead><tr>\(head)</tr></thead><tbody>\n\(rows.joined())</tbody></table>\n"
  }

  private static func line(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>\n"
  }

  private static func told(_ message: String, _ severity: String) -> String {
    "<div class=\"\(severity)\">\(text(message))</div>"
  }

  private static func code(_ value: String) -> String { "<code>\(text(value))</code>" }

  /// The one place where text becomes markup. What cannot be seen is shown by its number, as in tables.
  private static func text(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { XMLText.escaping(PrintableText.escaping(String($0))) }
      .joined(separator: "\n")
  }
}

import Documents
import Formats
import Records

/// The page of `explain`.
enum ExplainPage {
  static let opening =
    PageShell.opening(
      title: "Explained pings and tags",
      lead: "What each parameter means, and what is wrong with it. id3tap explain."
    ) + PageShell.controls(noun: "entry") + "<h2>Entries</h2>\n"

  /// The section of a row.
  static func section(_ row: ExplainRow) -> HTML {
    switch row.content {
    case .tag(let explained): tag(explained)
    case .ping(let explained): ping(row, explained)
    }
  }

  private static func ping(_ row: ExplainRow, _ explained: ExplainedPing) -> HTML {
    let ping = explained.ping
    let time = ping.madeAt.flatMap { UTCTime.text($0) }
    let credit = ping.plain("cr")
    let place = [time, credit, "\(row.input) #\(row.index)", ping.place].compactMap { $0 }
    let shown = explained.fields.filter { !$0.value.isEmpty || $0.finding != nil }
    let blank = explained.fields.filter { $0.value.isEmpty && $0.finding == nil }.map(\.name)
    let rows = shown.map { field -> HTML in
      let name = field.name + (field.key.map { " \($0)" } ?? "")
      let meaning = field.title.map { "\($0). \(field.meaning)" } ?? field.meaning
      let note = field.finding.map { remark($0, field.isValid ? "info" : "error") }
      return line("<code>\(name)</code>", field.value, "\(meaning)\(note)")
    }
    let rest: HTML? =
      blank.isEmpty ? nil : "<p class=\"soft\">Blank: \(blank.joined(separator: ", "))</p>\n"
    return details(
      "\(ComparedPing.name(of: ping.product)) \(ping.type ?? "ping")",
      place.joined(separator: ", "),
      verdict(explained.findings.count, explained.worst?.rawValue),
      level: explained.worst?.rawValue ?? "good",
      """
      \(found(explained.foldedFindings))\(table("Parameter", rows))\(rest)\
      <p class="url">\(ping.url)</p>

      """
    )
  }

  private static func tag(_ tag: ExplanationRow) -> HTML {
    let rows = tag.explanation.fields.map { field in
      line(
        "\(field.name)",
        field.value ?? "",
        """
        \("\(field.confidence.rawValue): \(field.meaning)")\
        \(field.finding.map { remark($0, "error") })
        """
      )
    }
    let level = tag.explanation.findings.isEmpty ? nil : "error"
    return details(
      tag.explanation.title,
      "\(tag.input.prefix(60)) #\(tag.index)"
        + (tag.time.flatMap(Decimals.fixed).map { ", at \($0) s" } ?? ""),
      verdict(tag.explanation.findings.count, level),
      level: level ?? "good",
      """
      \(found(tag))<pre>\(tag.explanation.drawing.joined(separator: "\n"))</pre>
      \(table("Field", rows))
      """
    )
  }

  // MARK: - Parts

  private static func verdict(_ count: Int, _ severity: String?) -> HTML {
    guard let severity else { return "<span class=\"good\">nothing wrong found</span>" }
    return "<span class=\"\(severity)\">\(count) finding\(count == 1 ? "" : "s")</span>"
  }

  private static func details(
    _ title: String,
    _ place: String,
    _ verdict: HTML,
    level: String,
    _ content: HTML
  ) -> HTML {
    // Rows of one title with nothing wrong are folded when they follow each other.
    """
    <details class="entry is-\(level)" data-level="\(level)"\(if: level == "good", " data-run=\"\(title)\"")>\
    <summary><b>\(title)</b> <small>\(place)</small> \(verdict)</summary>
    \(content)</details>

    """
  }

  /// The findings; `data-cause` is what the script counts them by.
  private static func found(_ findings: [PingFinding]) -> HTML? {
    list(
      findings.map { finding in
        let cause = [finding.rule, finding.field ?? ""].joined(separator: " ")
        // The list of causes at the top shows this text away from its parameter.
        let isNamed = finding.field.map { finding.message.hasPrefix("\($0) ") } ?? true
        let field: HTML? = isNamed ? nil : "<code>\(finding.field ?? "")</code> "
        return """
          <li class="\(finding.severity.rawValue)" data-cause="\(cause)">\(field)\(finding.message)</li>

          """
      }
    )
  }

  /// The findings about a tag, by field.
  private static func found(_ tag: ExplanationRow) -> HTML? {
    list(
      tag.explanation.fields.compactMap { field in
        field.finding.map { finding in
          "<li class=\"error\" data-cause=\"tag \(field.name)\">\(field.name): \(finding)</li>\n"
        }
      }
    )
  }

  private static func list(_ items: [HTML]) -> HTML? {
    items.isEmpty ? nil : "<ul class=\"found\">\n\(items)</ul>\n"
  }

  private static func table(_ title: String, _ rows: [HTML]) -> HTML {
    """
    <div class="scroll"><table class="fields"><thead><tr><th scope="col">\(title)</th>\
    <th scope="col">Value</th><th scope="col">Meaning</th></tr></thead><tbody>
    \(rows)</tbody></table></div>

    """
  }

  private static func line(_ name: HTML, _ value: String, _ meaning: HTML) -> HTML {
    "<tr><td>\(name)</td><td><code>\(value)</code></td><td>\(meaning)</td></tr>\n"
  }

  private static func remark(_ message: String, _ severity: String) -> HTML {
    "<div class=\"\(severity)\">\(message)</div>"
  }
}

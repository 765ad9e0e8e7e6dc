import Formats
import NielsenTag
import PingAnalysis
import Records

/// The HTML page of `explain`.
package enum ExplainPage {
  static let opening =
    PageShell.opening(
      title: "Explained pings and tags",
      lead:
        "The meaning and the faults of each parameter. To find pings that were never sent, use id3tap compare or id3tap "
        + "rehearse. Made by id3tap explain."
    ) + PageShell.controls(noun: "entry")

  /// The section of a row. The first row of an input has the input's name above it.
  static func section(_ row: ExplainRow) -> HTML {
    let section =
      switch row.content {
      case .tag(let explained): tag(explained)
      case .ping(let explained): ping(row, explained)
      }
    let name = HTML.breakable(String(row.input.prefix(200)))
    return "\(if: row.index == 0, "<h2>\(name)</h2>\n")\(section)"
  }

  private static func ping(_ row: ExplainRow, _ explained: ExplainedPing) -> HTML {
    let ping = explained.ping
    let time = ping.madeAt.flatMap { UTCTime.text($0) }
    let credit = ping.plain("cr")
    let place = ["#\(row.index)", time, credit, ping.place].compactMap { $0 }
    return details(
      String(ping.words.prefix(200)),
      place,
      findings: explained.findings.count,
      level: explained.worst?.rawValue,
      isFirst: row.index == 0,
      "\(content(explained))<p class=\"url\">\(ping.url)</p>\n"
    )
  }

  /// The findings and the parameters of a ping.
  package static func content(_ explained: ExplainedPing) -> HTML {
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
    return
      "\(found(explained.foldedFindings))\(HTML.table("fields", ["Parameter", "Value", "Meaning"], rows))\(rest)"
  }

  private static func tag(_ tag: ExplanationRow) -> HTML {
    let fields = tag.explanation.fields
    // The summary shows the content ids, because they distinguish tags.
    let ids = [PayloadField.pcCID, .fdCID].compactMap { id in
      fields.first { $0.name == id.description }?.value.map { "\(id) \($0)" }
    }
    let time = tag.time.flatMap(Decimals.fixed).map { "at \($0) s" }
    let rows = fields.map { field in
      line(
        "\(field.name)",
        field.value ?? "",
        """
        \("\(field.confidence.rawValue): \(field.meaning)")\
        \(field.finding.map { remark($0, "error") })
        """
      )
    }
    return details(
      tag.explanation.title,
      ["#\(tag.index)", time].compactMap { $0 } + ids,
      findings: tag.explanation.findings.count,
      level: tag.explanation.findings.isEmpty ? nil : "error",
      isFirst: tag.index == 0,
      """
      \(found(tag))\(HTML.table("fields", ["Field", "Value", "Meaning"], rows))<div class="scroll" tabindex="0" role="group" aria-label="Bytes">\
      <pre class="bytes">\(tag.explanation.drawing.joined(separator: "\n"))</pre></div>

      """
    )
  }

  // MARK: - Parts

  /// A foldable entry; the first entry of an input is open. `level` is the severity of its worst finding, or nil if
  /// there is no finding.
  private static func details(
    _ title: String,
    _ place: [String],
    findings: Int,
    level: String?,
    isFirst: Bool,
    _ content: HTML
  ) -> HTML {
    let count = level.map { level -> HTML in
      " <span class=\"\(level)\">\(findings) finding\(if: findings != 1, "s")</span>"
    }
    return """
      <details class="entry is-\(level ?? "good")" data-level="\(level ?? "good")"\(if: isFirst, " open")>\
      <summary><b>\(title)</b> <small>\(place.joined(separator: ", "))</small>\(count)</summary>
      \(content)</details>

      """
  }

  /// The findings of a ping as a list, in which the script counts them by `data-cause`.
  private static func found(_ findings: [PingFinding]) -> HTML? {
    list(
      findings.map { finding in
        let cause = [finding.rule, finding.field ?? ""].joined(separator: " ")
        // The list of causes at the top shows the text of a finding without its parameter.
        let isNamed = finding.field.map { finding.message.hasPrefix("\($0) ") } ?? true
        let field: HTML? = isNamed ? nil : "<code>\(finding.field ?? "")</code> "
        return """
          <li class="\(finding.severity.rawValue)" data-cause="\(cause)">\(field)\(finding.message)</li>

          """
      }
    )
  }

  /// The findings of a tag as a list, each with the name of its field.
  private static func found(_ tag: ExplanationRow) -> HTML? {
    list(
      tag.explanation.fields.compactMap { field in
        field.finding.map { finding in
          let words = finding.hasPrefix(field.name) ? finding : "\(field.name): \(finding)"
          return "<li class=\"error\" data-cause=\"tag \(field.name)\">\(words)</li>\n"
        }
      }
    )
  }

  private static func list(_ items: [HTML]) -> HTML? {
    items.isEmpty ? nil : "<ul class=\"found\">\n\(items)</ul>\n"
  }

  private static func line(_ name: HTML, _ value: String, _ meaning: HTML) -> HTML {
    "<tr><td>\(name)</td><td><code>\(value)</code></td><td>\(meaning)</td></tr>\n"
  }

  private static func remark(_ message: String, _ severity: String) -> HTML {
    "<div class=\"\(severity)\">\(message)</div>"
  }
}

import Records
import System

/// Writes what has changed, as a page or as Markdown.
package struct DifferenceDocument {
  private let difference: ReportDifference
  private let names: Names?

  /// The two results, as the user named them.
  package struct Names: Sendable {
    package let old: String
    package let new: String

    package init(old: String, new: String) {
      self.old = old
      self.new = new
    }

    var words: String { "Old: \(old). New: \(new)." }
  }

  /// Inputs of a page.
  private static let shownInputs = 2000

  package init(_ difference: ReportDifference, names: Names? = nil) {
    self.difference = difference
    self.names = names
  }

  /// Writes a page of HTML that needs nothing else.
  package func writeHTML(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += html.markup.utf8 }
  }

  private var html: HTML {
    let lead = "What got better or worse between two results of id3tap."
    let opening = PageShell.opening(
      title: "Changes between two ID3 tag reports",
      lead: names.map { "\($0.words) \(lead)" } ?? lead
    )
    let controls = PageShell.controls(
      noun: "input",
      headline: difference.headline,
      status: difference.isWorse ? "fail" : "",
      only: "Worse only"
    )
    let inputs = difference.inputs.prefix(Self.shownInputs)
    let rest = difference.inputs.count - inputs.count
    return """
      \(opening)\(controls)\(unreadWords.map(HTML.cut))\
      \(if: !inputs.isEmpty, "<h2>Changed inputs</h2>\n")\(inputs.map(Self.article))\
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "more changed input"))."))\
      \(PageShell.closing)
      """
  }

  private static func article(_ input: ChangedInput) -> HTML {
    let direction: ReportDifference.Change.Direction =
      switch input.outcome {
      case .lostTags, .worse: .worse
      case .better, .repaired: .better
      case .changed: .changed
      case .added: .added
      case .removed: .removed
      }
    let style = styleClass(direction)
    let level = direction == .worse ? "error" : direction == .better ? "good" : "info"
    return """
      <article class="entry is-\(level)" data-level="\(level)">
      <h3>\(input.name) \(HTML.verdict(style, mark(direction), input.outcome.label))</h3>
      <div class="scroll"><table class="changes">
      <thead><tr><th scope="col">What</th><th scope="col">Change</th>\
      <th scope="col" class="number">Old</th><th scope="col" class="number">New</th></tr></thead>
      <tbody>
      \(input.changes.map(row))</tbody>
      </table></div>
      </article>

      """
  }

  private static func row(_ change: ReportDifference.Change) -> HTML {
    let direction = change.direction
    let verdict = HTML.verdict(styleClass(direction), mark(direction), direction.rawValue)
    return """
      <tr><td class="what">\(change.what)\(change.rule.map { " <code>\($0.rawValue)</code>" })</td>\
      <td>\(verdict)</td><td class="number" data-label="Old">\(change.old)</td>\
      <td class="number" data-label="New">\(change.new)</td></tr>

      """
  }

  /// Writes Markdown, for a ticket.
  package func writeMarkdown(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += markdown.utf8 }
  }

  var markdown: String {
    let rows = difference.changes.map { change in
      [
        "\(Self.mark(change.direction)) \(change.direction.rawValue)",
        MarkdownText.escaping(change.input), MarkdownText.escaping(change.whatAndRule), change.old,
        change.new,
      ]
    }
    return "# Changes between two ID3 tag reports\n\n" + difference.headline + "\n\n"
      + (names.map { MarkdownText.escaping($0.words) + "\n\n" } ?? "")
      + (unreadWords.map { $0 + "\n\n" } ?? "")
      + (rows.isEmpty
        ? ""
        : MarkdownText.table(["Change", "Input", "What", "Old", "New"], rows: rows))
  }

  /// The data that is not compared, as a sentence; nil when everything is compared.
  package var unreadWords: String? {
    let count = difference.unreadCount
    let unread =
      "\(Quantity.plural(count, "input")) \(count == 1 ? "is" : "are") not compared: one of the "
      + "two results has not read \(count == 1 ? "it" : "them") yet."
    let sentences = (count > 0 ? [unread] : []) + difference.ambiguities.map { "\($0)." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  private static func mark(_ direction: ReportDifference.Change.Direction) -> String {
    switch direction {
    case .worse: "▼"
    case .better: "▲"
    case .changed: "•"
    case .added: "+"
    case .removed: "−"
    }
  }

  private static func styleClass(_ direction: ReportDifference.Change.Direction) -> String {
    switch direction {
    case .worse: "fail"
    case .better: "pass"
    case .changed: "not-checked"
    case .added, .removed: "absent"
    }
  }
}

import Records
import System

/// Writes the changes between two reports as HTML or Markdown.
package struct DifferenceDocument {
  private let difference: ReportDifference
  private let names: Names?

  /// The names of the two results, as the user gave them.
  package struct Names: Sendable {
    let old: String
    let new: String
    /// The paths of the two report pages, relative to the page with the changes.
    let oldPage: String?
    let newPage: String?

    package init(old: String, new: String, oldPage: String? = nil, newPage: String? = nil) {
      (self.old, self.new, self.oldPage, self.newPage) = (old, new, oldPage, newPage)
    }
  }

  /// The names of the two results as text, with their origins if known.
  private var words: String? {
    names.map { names in
      let sides = [
        ("Old", names.old, difference.origins.old), ("New", names.new, difference.origins.new),
      ]
      return sides.map { "\($0): \($1)\($2.map { ", \($0)" } ?? "")." }.joined(separator: " ")
    }
  }

  private static let shownInputs = 2000

  package init(_ difference: ReportDifference, names: Names? = nil) {
    (self.difference, self.names) = (difference, names)
  }

  package func writeHTML(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += html.markup.utf8 }
  }

  private var html: HTML {
    let lead = "Improvements and deteriorations between two results of id3tap."
    let opening = PageShell.opening(
      title: "Changes between two ID3 tag reports",
      lead: words.map { "\($0) \(lead)" } ?? lead
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
      \(if: !inputs.isEmpty, "<h2>Changed inputs</h2>\n")\(inputs.map(article))\
      \(if: rest > 0, .cut("\(Quantity.plural(rest, "more changed input"))."))\
      \(PageShell.closing)
      """
  }

  private func article(_ input: ChangedInput) -> HTML {
    let direction: ReportDifference.Change.Direction =
      switch input.outcome {
      case .lostTags, .worse: .worse
      case .better, .repaired: .better
      case .changed: .changed
      case .added: .added
      case .removed: .removed
      }
    let links = [
      ("old report", names?.oldPage, input.oldName), ("new report", names?.newPage, input.newName),
    ]
    .compactMap { words, page, name -> HTML? in
      guard let page, let name else { return nil }
      return " <a href=\"\(InputName.encoded(page))\(InputName.address(name))\">\(words)</a>"
    }
    let level = direction == .worse ? "error" : direction == .better ? "good" : "info"
    let table = HTML.table(
      "changes",
      ["What", "Change", "#Old", "#New"],
      input.changes.map(Self.row)
    )
    // An input that was added or removed has only one verdict, so it needs no table.
    let only = input.changes.first.flatMap { change -> HTML? in
      input.oldName == nil
        ? "<p>\(change.new)</p>" : input.newName == nil ? "<p>\(change.old)</p>" : nil
    }
    return """
      <article class="entry is-\(level)" data-level="\(level)">
      <h3>\(HTML.breakable(input.name)) \(HTML.verdict(direction.look.style, direction.look.mark, input.outcome.label()))\
      \(if: !links.isEmpty, "<small>\(links)</small>")</h3>
      \(only ?? table)
      </article>

      """
  }

  private static func row(_ change: ReportDifference.Change) -> HTML {
    let look = change.direction.look
    let verdict = HTML.verdict(look.style, look.mark, change.direction.rawValue)
    return """
      <tr><td class="what">\(change.what)\(change.rule.map { " <code>\($0.rawValue)</code>" })</td>\
      <td>\(verdict)</td><td class="number" data-label="Old">\(change.old)</td>\
      <td class="number" data-label="New">\(change.new)</td></tr>

      """
  }

  package func writeMarkdown(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += markdown.utf8 }
  }

  var markdown: String {
    let rows = difference.changes.map { change in
      [
        "\(change.direction.look.mark) \(change.direction.rawValue)",
        MarkdownText.escaping(change.input), MarkdownText.escaping(change.whatAndRule), change.old,
        change.new,
      ]
    }
    return "# Changes between two ID3 tag reports\n\n" + difference.headline + "\n\n"
      + (words.map { MarkdownText.escaping($0) + "\n\n" } ?? "")
      + (unreadWords.map { $0 + "\n\n" } ?? "")
      + (rows.isEmpty
        ? ""
        : MarkdownText.table(["Change", "Input", "What", "Old", "New"], rows: rows))
  }

  /// Sentences about the inputs that were left out of the comparison, if any.
  package var unreadWords: String? {
    let count = difference.unreadCount
    let unread =
      "\(Quantity.plural(count, "input")) \(count == 1 ? "is" : "are") not compared: "
      + "\(count == 1 ? "it was" : "they were") not read yet in one of the two results."
    let sentences = (count > 0 ? [unread] : []) + difference.ambiguities.map { "\($0)." }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

}

extension ReportDifference.Change.Direction {
  /// The CSS class of the direction, and the character that represents it without colour.
  fileprivate var look: (style: String, mark: String) {
    switch self {
    case .worse: ("fail", "▼")
    case .better: ("pass", "▲")
    case .changed: ("not-checked", "•")
    case .added: ("absent", "+")
    case .removed: ("absent", "−")
    }
  }
}

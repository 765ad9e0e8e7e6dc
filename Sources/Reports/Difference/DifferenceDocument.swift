import Documents
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

  /// Writes a page of HTML that needs nothing else. Throws when a template is broken, too.
  package func writeHTML(to destination: OutputDestination) throws {
    let templates = try Templates()
    let lead = "What got better or worse between two results of id3tap."
    let shell = PageShell(
      title: "Changes between two ID3 tag reports",
      lead: names.map { "\($0.words) \(lead)" } ?? lead
    )
    let inputs = difference.inputs.prefix(Self.shownInputs)
    var values: [String: Any] = [
      "inputs": inputs.map(Self.values), "hasInputs": !inputs.isEmpty, "isEmpty": inputs.isEmpty,
    ]
    if let unreadWords { values["unread"] = unreadWords }
    let rest = difference.inputs.count - inputs.count
    if rest > 0 { values["rest"] = "\(Quantity.plural(rest, "more changed input"))." }
    let controls = PageShell.controls(
      noun: "input",
      headline: difference.headline,
      only: "Worse only"
    )
    try destination.append { bytes in
      bytes += (shell.opening + controls).utf8
      bytes += templates.text(of: "difference", values)
      bytes += PageShell.closing.utf8
    }
  }

  private static func values(_ input: ChangedInput) -> [String: Any] {
    let direction: ReportDifference.Change.Direction =
      switch input.outcome {
      case .lostTags, .worse: .worse
      case .better, .repaired: .better
      case .changed: .changed
      case .added: .added
      case .removed: .removed
      }
    let rows = input.changes.map { change in
      var row = [
        "class": styleClass(change.direction), "mark": mark(change.direction),
        "change": change.direction.rawValue, "what": change.what, "old": change.old,
        "new": change.new,
      ]
      row["rule"] = change.rule?.rawValue
      return row
    }
    let level = direction == .worse ? "error" : direction == .better ? "good" : "info"
    return [
      "name": input.name, "outcome": input.outcome.label, "level": level,
      "class": styleClass(direction), "mark": mark(direction), "rows": rows,
    ]
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

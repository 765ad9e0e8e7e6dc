import System

/// Writes what has changed, as a page or as Markdown.
package struct DifferenceDocument {
  private let difference: ReportDifference

  /// Rows of a page.
  private static let shownRows = 5000

  /// Makes a document.
  package init(_ difference: ReportDifference) { self.difference = difference }

  /// Writes a page of HTML that needs nothing else. Throws when a template is broken, too.
  package func writeHTML(to destination: OutputDestination) throws {
    let templates = try Templates()
    let page = HTMLPage(
      templates: templates,
      title: "Changes between two ID3 tag reports",
      script: nil
    )
    let rows = difference.changes.prefix(Self.shownRows).map { change in
      [
        "class": Self.styleClass(change.direction), "mark": Self.mark(change.direction),
        "change": change.direction.rawValue, "input": change.input, "what": change.what,
        "old": change.old, "new": change.new,
      ]
    }
    let figures = ReportDifference.Change.Direction.allCases.map { direction in
      ["name": direction.rawValue, "value": Quantity.count(difference.count(direction))]
    }
    var values: [String: Any] = [
      "figures": figures, "rows": rows, "hasRows": !rows.isEmpty, "isEmpty": rows.isEmpty,
    ]
    if let unreadWords { values["unread"] = unreadWords }
    try destination.append { $0 += page.head + templates.text(of: "difference", values) }
    let rest = difference.changes.count - rows.count
    if rest > 0 {
      try destination.append { $0 += "<p class=\"cut\">\(Quantity.count(rest)) more.</p>\n".utf8 }
    }
    try destination.append { $0 += page.end() + page.closing }
  }

  /// Writes Markdown, for a ticket.
  package func writeMarkdown(to destination: OutputDestination) throws(OutputError) {
    try destination.append { $0 += markdown.utf8 }
  }

  var markdown: String {
    let counts = ReportDifference.Change.Direction.allCases
      .map { "\(Quantity.count(difference.count($0))) \($0.rawValue)" }
    let rows = difference.changes.map { change in
      [
        "\(Self.mark(change.direction)) \(change.direction.rawValue)",
        MarkdownText.escaping(change.input), MarkdownText.escaping(change.what), change.old,
        change.new,
      ]
    }
    return "# Changes between two ID3 tag reports\n\n" + counts.joined(separator: ", ") + "\n\n"
      + (unreadWords.map { $0 + "\n\n" } ?? "")
      + (rows.isEmpty
        ? "Nothing has changed.\n"
        : MarkdownText.table(["Change", "Input", "What", "Old", "New"], rows: rows))
  }

  /// What is not compared, as a sentence; nil when everything is.
  package var unreadWords: String? {
    let count = difference.unreadCount
    guard count > 0 else { return nil }
    return
      "\(Quantity.plural(count, "input")) \(count == 1 ? "is" : "are") not compared: one of the "
      + "two results has not read \(count == 1 ? "it" : "them") yet."
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

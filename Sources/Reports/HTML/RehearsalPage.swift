import Documents
import System

/// The page of a rehearsal: items with their results, part by part.
package struct RehearsalPage: Sendable {
  /// How an item is shown.
  package enum Mark: Sendable {
    case passed, failed, notAssessed
  }

  /// A name and a text beside it.
  package struct Fact: Sendable {
    package var name: String
    package var text: String
    /// Whether the text is ours, with the names of calls between backticks, and not the capture's.
    package var isInstruction: Bool
    /// Links to pings of the page, by index, before the text.
    package var links: [(ping: Int, text: String)]

    package init(
      _ name: String,
      _ text: String,
      isInstruction: Bool = false,
      links: [(ping: Int, text: String)] = []
    ) {
      self.name = name
      self.text = text
      self.isInstruction = isInstruction
      self.links = links
    }
  }

  /// An item with what the capture says about it.
  package struct Item: Sendable {
    package var id: String
    package var mark: Mark
    /// The result in words.
    package var words: String
    package var title: String
    package var details: [Fact]

    package init(id: String, mark: Mark, words: String, title: String, details: [Fact]) {
      self.id = id
      self.mark = mark
      self.words = words
      self.title = title
      self.details = details
    }
  }

  /// A ping that an item names. Its anchor on the page is `ping-` and its index.
  package struct Ping: Sendable {
    /// The number that `explain` gives it.
    package var index: Int
    package var time: String
    package var words: String
    package var url: String

    package init(index: Int, time: String, words: String, url: String) {
      self.index = index
      self.time = time
      self.words = words
      self.url = url
    }
  }

  /// Items under one heading.
  package struct Part: Sendable {
    package var title: String
    package var items: [Item]

    package init(title: String, items: [Item]) {
      self.title = title
      self.items = items
    }
  }

  /// The text under the title.
  package var lead = ""
  /// The result in a sentence.
  package var headline = ""
  package var facts: [Fact] = []
  package var notes: [String] = []
  package var parts: [Part] = []
  package var pings: [Ping] = []
  /// The facts to check by hand, each with its source.
  package var checks: [Fact] = []

  package init() {}

  /// Writes the page. Throws when a template is broken, too.
  package func write(to destination: OutputDestination) throws {
    let templates = try Templates()
    let shell = PageShell(title: "Rehearsal", lead: lead)
    let values: [String: Any] = [
      "facts": facts.map { ["name": $0.name, "value": $0.text] },
      "notes": notes,
      "parts": parts.map { part in
        [
          "title": part.title, "count": part.items.count, "items": part.items.map(Self.values),
          "isOpen": part.items.contains { $0.mark == .failed },
        ] as [String: Any]
      },
      "pings": pings.map {
        ["index": "\($0.index)", "time": $0.time, "words": $0.words, "url": $0.url]
      },
      "hasPings": !pings.isEmpty,
      "checks": checks.map { ["what": $0.name, "source": $0.text] },
    ]
    try destination.append { bytes in
      bytes +=
        (shell.opening + PageShell.controls(noun: "item", headline: headline, only: "Failed only"))
        .utf8
      bytes += templates.text(of: "rehearsal", values)
      bytes += PageShell.closing.utf8
    }
  }

  private static func values(_ item: Item) -> [String: Any] {
    [
      "id": item.id, "level": item.mark == .failed ? "error" : "good",
      "class": styleClass(item.mark), "mark": sign(item.mark),
      "words": item.words, "title": item.title,
      "details": item.details.map { ["name": $0.name, "markup": markup($0)] },
    ]
  }

  /// The text as markup; names of calls in our own instructions, which are between backticks, are code.
  private static func markup(_ fact: Fact) -> String {
    let links = fact.links.map { "<a href=\"#ping-\($0.ping)\">\(PageShell.text($0.text))</a>" }
    let parts = (links.joined(separator: ", ") + PageShell.text(fact.text))
      .split(separator: "`", omittingEmptySubsequences: false)
    guard fact.isInstruction, parts.count % 2 == 1 else { return parts.joined(separator: "`") }
    return parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : String($1) }.joined()
  }

  private static func styleClass(_ mark: Mark) -> String {
    switch mark {
    case .passed: "pass"
    case .failed: "fail"
    case .notAssessed: "not-assessed"
    }
  }

  private static func sign(_ mark: Mark) -> String {
    switch mark {
    case .passed: "✓"
    case .failed: "✕"
    case .notAssessed: "–"
    }
  }
}

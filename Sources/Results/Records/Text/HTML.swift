import Formats

/// Markup for a browser. A literal is markup; text that is interpolated into it becomes text of the page,
/// so that no name, message or value of an input can become an element.
///
///     let row: HTML = "<td title=\"\(name)\">\(count)</td>"
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The markup as it is written to the page.
  package private(set) var markup: String

  package init(stringLiteral markup: String) { self.markup = markup }

  package init(stringInterpolation content: StringInterpolation) { markup = content.markup }

  /// Text as markup.
  package init(text: String) { markup = Self.escaping(text) }

  /// Markup that is a resource of the program. Never for what was read.
  package init(resource: String) { markup = resource }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) { markup += literal }

    package mutating func appendInterpolation(_ text: some StringProtocol) {
      markup += HTML.escaping(String(text))
    }

    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    package mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

    /// Nothing for nil.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    package mutating func appendInterpolation(_ parts: [HTML], separator: HTML = "") {
      markup += parts.map(\.markup).joined(separator: separator.markup)
    }

    /// The markup where a condition holds.
    package mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
      if condition { markup += html().markup }
    }
  }

  package static func + (left: HTML, right: HTML) -> HTML {
    HTML(resource: left.markup + right.markup)
  }

  package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// The text for an element or an attribute in double quotes. Characters that cannot be seen, or that turn
  /// the direction of writing, are shown by their number as in tables; ends of lines stay. Scalars are
  /// escaped, not characters: a browser takes `"` for a quote also before a combining mark.
  private static func escaping(_ text: String) -> String {
    guard text.utf8.contains(where: needsCare) else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { PrintableText.escaping(String($0)) }.joined(separator: "\n")
    var escaped = String.UnicodeScalarView()
    for scalar in shown.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// Whether a byte of UTF-8 may be part of what is escaped; letters of ASCII, and most of Latin, are not.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    // & < > " '
    case 0x26, 0x3c, 0x3e, 0x22, 0x27: true
    default: byte < 0x20 || byte >= 0x7f
    }
  }
}

/// Elements that several pages have.
extension HTML {
  /// A verdict in a word, with the mark that tells it beside its colour. `style` is its class.
  package static func verdict(_ style: String, _ mark: String, _ words: String) -> HTML {
    """
    <span class="verdict \(style)"><span class="mark" aria-hidden="true">\(mark)</span>\(words)</span>
    """
  }

  /// Facts with their names.
  package static func facts(_ facts: [(name: String, value: String)]) -> HTML {
    """
    <dl class="facts">
    \(facts.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd></div>\n" })</dl>

    """
  }

  /// A sentence about what a page leaves out.
  package static func cut(_ sentence: String) -> HTML { "<p class=\"cut\">\(sentence)</p>\n" }
}

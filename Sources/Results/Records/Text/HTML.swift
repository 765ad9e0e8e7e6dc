import Formats

/// HTML markup. A literal is used as markup, and an interpolated value is escaped, so that no name or message of an
/// input can become an element.
///
///     let row: HTML = "<td title=\"\(name)\">\(count)</td>"
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  package private(set) var markup: String

  package init(stringLiteral markup: String) { self.markup = markup }

  package init(stringInterpolation content: StringInterpolation) { markup = content.markup }

  /// Makes markup that shows text.
  package init(text: String) { markup = Self.escaping(text) }

  /// Makes markup from a resource of the program. This must never be text from an input.
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

    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    package mutating func appendInterpolation(_ parts: [HTML], separator: HTML = "") {
      markup += parts.map(\.markup).joined(separator: separator.markup)
    }

    package mutating func appendInterpolation(if condition: Bool, _ html: @autoclosure () -> HTML) {
      if condition { markup += html().markup }
    }
  }

  /// A name with a possible line break after each `/`.
  package static func breakable(_ name: String) -> HTML {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return "\(parts.map { "\($0)" }, separator: "/<wbr>")"
  }

  package static func + (left: HTML, right: HTML) -> HTML {
    HTML(resource: left.markup + right.markup)
  }

  package static func += (left: inout HTML, right: HTML) { left.markup += right.markup }

  /// Escapes text for an element or for an attribute in double quotes. Characters that are invisible or change the
  /// writing direction are shown as their numbers; newlines are kept. Escaping works on scalars, because a browser ends
  /// an attribute at `"` even if a combining mark follows.
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

  /// Whether a byte of UTF-8 may belong to an escaped character. False for most ASCII characters.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    // & < > " '
    case 0x26, 0x3c, 0x3e, 0x22, 0x27: true
    default: byte < 0x20 || byte >= 0x7f
    }
  }
}

extension HTML {
  /// A verdict with its mark, so that the verdict does not depend on colour alone. `style` is the CSS class.
  package static func verdict(_ style: String, _ mark: String, _ words: String) -> HTML {
    """
    <span class="verdict \(style)"><span class="mark" aria-hidden="true">\(mark)</span>\(words)</span>
    """
  }

  package static func facts(_ facts: [(name: String, value: String)]) -> HTML {
    """
    <dl class="facts">
    \(facts.map { "<div><dt>\($0.name)</dt><dd>\(breakable($0.value))</dd></div>\n" })</dl>

    """
  }

  /// A table that scrolls sideways on narrow screens. A title that begins with `#` heads a column of numbers.
  package static func table(_ style: String, _ titles: [String], _ rows: [HTML]) -> HTML {
    let heads = titles.map { title -> HTML in
      title.hasPrefix("#")
        ? "<th scope=\"col\" class=\"number\">\(title.dropFirst())</th>"
        : "<th scope=\"col\">\(title)</th>"
    }
    return """
      <div class="scroll"><table class="\(style)">
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }

  /// A sentence about parts that are left out of the page.
  package static func cut(_ sentence: String) -> HTML { "<p class=\"cut\">\(sentence)</p>\n" }
}

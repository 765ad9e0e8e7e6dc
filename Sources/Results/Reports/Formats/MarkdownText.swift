import Formats

/// Text for Markdown (CommonMark 2.4, and the tables of GitHub).
enum MarkdownText {
  /// The text on one line, with every character that could be markup escaped. Parentheses are
  /// markup only after a bracket, and those are escaped.
  static func escaping(_ text: String) -> String {
    let markup = Set("\\`*_{}[]<>#|~&!@".unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for scalar in PrintableText.escaping(text).unicodeScalars {
      if markup.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  /// A table: a heading, and rows of cells that are escaped already. Columns from `leftAligned` on are
  /// aligned to the right, as numbers are.
  static func table(_ headings: [String], rows: [[String]], leftAligned: Int = .max) -> String {
    let rules = headings.indices.map { $0 < leftAligned ? "---" : "---:" }
    let lines = [headings, rules] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}

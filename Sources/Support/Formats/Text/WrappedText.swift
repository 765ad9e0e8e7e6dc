/// Words on lines of a given width.
package enum WrappedText {
  /// The words on as many lines as they need, `first` before the first line and `rest` before the
  /// others; none for no words. A word that is wider than a line is alone.
  package static func lines(_ text: String, width: Int, first: String, rest: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = rest
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return lines + [line]
  }
}

/// Values of labels in Prometheus' text exposition format.
package enum PrometheusLabel {
  /// The value of a label: backslash, quote and end of line are escaped; control characters are written
  /// as in other results, such as `\u{1b}`.
  package static func escaping(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\"": escaped.append(contentsOf: "\\\"".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      default:
        let printable = PrintableText.escaping(String(scalar))
        if printable.hasPrefix("\\") { escaped.append("\\") }
        escaped.append(contentsOf: printable.unicodeScalars)
      }
    }
    return String(escaped)
  }
}

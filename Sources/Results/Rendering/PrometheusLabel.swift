/// Values of labels in Prometheus' text exposition format.
package enum PrometheusLabel {
  /// The value of a label: backslash, quote and end of line are escaped.
  package static func escaping(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\"": escaped.append(contentsOf: "\\\"".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

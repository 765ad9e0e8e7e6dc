/// Metrics in the Prometheus text exposition format, version 0.0.4.
package struct PrometheusText: Sendable {
  package typealias Label = (name: String, value: String)
  package typealias Sample = (labels: [Label], value: String)

  package enum Kind: String { case counter, gauge }

  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  package private(set) var text = ""

  package init() {}

  /// Writes a metric with its samples, or nothing if there are no samples.
  package mutating func write(
    _ name: String,
    _ help: String,
    _ kind: Kind,
    _ samples: [Sample]
  ) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaping($0.value))\"" }
      let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
      text += "\(name)\(list) \(sample.value)\n"
    }
  }

  /// Writes a metric without labels.
  package mutating func write(_ name: String, _ help: String, _ kind: Kind, _ value: String) {
    write(name, help, kind, [([], value)])
  }

  /// Escapes the value of a label: backslashes, quotes and line breaks as Prometheus requires, and control characters
  /// as in other results, such as `\u{1b}`.
  private static func escaping(_ text: String) -> String {
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

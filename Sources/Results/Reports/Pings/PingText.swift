import Formats
import PingAnalysis
import Records

/// The explanation of a ping as text: a line for each parameter with its findings below, and the blank parameters
/// together at the end.
struct PingText {
  private let input: String
  private let index: Int
  private let explained: ExplainedPing
  private let style: TableStyle

  private static let nameWidth = 22
  private static let valueWidth = 34

  private var width: Int { max(60, style.width ?? 100) }

  init(input: String, index: Int, _ explained: ExplainedPing, _ style: TableStyle) {
    self.input = input
    self.index = index
    self.explained = explained
    self.style = style
  }

  var text: String {
    var lines = [headline]
    let blank = explained.fields.filter { $0.value.isEmpty && $0.finding == nil }
    for field in explained.fields where !(field.value.isEmpty && field.finding == nil) {
      lines += self.lines(of: field)
    }
    let present = Set(explained.ping.parameters.map(\.name))
    for finding in explained.foldedFindings
    where finding.field.map({ !present.contains($0) }) ?? true {
      lines += remark(finding.message, severity: finding.severity)
    }
    if !blank.isEmpty {
      lines += wrapped(
        "blank: " + blank.map { PrintableText.escaping($0.name) }.joined(separator: ", "),
        indent: "  "
      ).map { style.paint($0, .faint) }
    }
    if explained.findings.isEmpty { lines.append("  nothing wrong found") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let ping = explained.ping
    let time = ping.madeAt.flatMap { UTCTime.text($0) }
    let words = [
      "\(ping.product.rawValue) \(ping.type ?? "ping of no known type")", ping.endpoint, time,
      ping.place,
    ].compactMap { $0 }.map(PrintableText.escaping)
    let name = PrintableText.escaping(input.count > 60 ? "ping" : input)
    return style.paint("\(name) #\(index)", .accent) + "  " + words.joined(separator: ", ")
  }

  private func lines(of field: ExplainedPing.Field) -> [String] {
    let name = PrintableText.escaping(field.name + (field.key.map { " \($0)" } ?? ""))
    let value = PrintableText.escaping(field.value)
    let words = [field.title, field.decoded].compactMap { $0 }.joined(separator: ". ")
    let meaning = PrintableText.escaping(words.isEmpty ? field.description : words)
    let indent = String(repeating: " ", count: Self.nameWidth + 4)
    var lines: [String] = []
    if value.count <= Self.valueWidth, field.decoded?.count ?? 0 <= 40 {
      lines.append(
        "  " + Self.padded(name, Self.nameWidth) + "  " + Self.padded(value, Self.valueWidth) + "  "
          + style.paint(meaning, .faint)
      )
    } else {
      lines.append("  " + Self.padded(name, Self.nameWidth) + "  " + Self.short(value))
      lines += wrapped(meaning, indent: indent).map { style.paint($0, .faint) }
    }
    if let finding = field.finding {
      lines += remark(finding, severity: field.isValid ? .info : .error)
    }
    return lines
  }

  private func remark(_ message: String, severity: PingFinding.Severity) -> [String] {
    let indent = String(repeating: " ", count: Self.nameWidth + 4)
    return WrappedText.lines(
      PrintableText.escaping(message),
      width: width,
      first: indent + "! ",
      rest: indent + "  "
    ).map { style.paint($0, severity == .info ? .warning : .bad) }
  }

  private func wrapped(_ text: String, indent: String) -> [String] {
    WrappedText.lines(text, width: width, first: indent, rest: indent)
  }

  /// Shortens a long value in its middle, because values differ at their beginning and end.
  private static func short(_ value: String) -> String {
    value.count > 100 ? "\(value.prefix(60))…\(value.suffix(30))" : value
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

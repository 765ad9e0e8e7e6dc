import Formats
import PingAnalysis
import Records

/// The explanation of a ping as text: a line for each parameter with its findings below, and the blank parameters
/// together at the end.
struct PingText {
  let input: String
  let index: Int
  let explained: ExplainedPing
  let style: TableStyle

  private static let nameWidth = 22
  private static let valueWidth = 34

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
      lines += wrapped("blank: " + blank.map(\.name).joined(separator: ", "), "  ", .faint)
    }
    if explained.findings.isEmpty { lines.append("  nothing wrong found") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let ping = explained.ping
    let time = ping.madeAt.flatMap { UTCTime.text($0) }
    let words = [
      "\(ping.product.rawValue) \(ping.type ?? "ping of unknown type")", ping.endpoint, time,
      ping.place,
    ].compactMap { $0 }.map(PrintableText.escaping)
    let name = PrintableText.escaping(input.count > 60 ? "ping" : input)
    return style.paint("\(name) #\(index)", .accent) + "  " + words.joined(separator: ", ")
  }

  private func lines(of field: ExplainedPing.Field) -> [String] {
    let name = PrintableText.escaping(field.name + (field.key.map { " \($0)" } ?? ""))
    let value = PrintableText.escaping(field.value)
    let words = [field.title, field.decoded].compactMap { $0 }.joined(separator: ". ")
    let meaning = words.isEmpty ? field.description : words
    let indent = String(repeating: " ", count: Self.nameWidth + 4)
    var lines: [String] = []
    if value.count <= Self.valueWidth, field.decoded?.count ?? 0 <= 40 {
      let shown = style.paint(PrintableText.escaping(meaning), .faint)
      lines.append(
        "  \(name.padded(to: Self.nameWidth))  \(value.padded(to: Self.valueWidth))  \(shown)"
      )
    } else {
      lines.append("  \(name.padded(to: Self.nameWidth))  \(Self.short(value))")
      lines += wrapped(meaning, indent, .faint)
    }
    if let finding = field.finding {
      lines += remark(finding, severity: field.isValid ? .info : .error)
    }
    return lines
  }

  private func remark(_ message: String, severity: PingFinding.Severity) -> [String] {
    let indent = String(repeating: " ", count: Self.nameWidth + 4)
    let emphasis: TextEmphasis = severity == .info ? .warning : .bad
    return wrapped(message, indent + "! ", rest: indent + "  ", emphasis)
  }

  private func wrapped(
    _ text: String,
    _ first: String,
    rest: String? = nil,
    _ emphasis: TextEmphasis
  ) -> [String] {
    style.wrapped(text, first, rest: rest, usual: 100, emphasis)
  }

  /// Shortens a long value in its middle, because values differ at their beginning and end.
  private static func short(_ value: String) -> String {
    value.count > 100 ? "\(value.prefix(60))…\(value.suffix(30))" : value
  }
}

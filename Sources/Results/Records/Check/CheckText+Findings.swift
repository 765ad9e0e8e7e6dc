import Conformance
import Formats

extension CheckText {
  /// A finding: its place, what was seen, and after the first of a rule what to do.
  func lines(of finding: Finding) -> [String] {
    let places = places(of: finding)
    let indent = String(repeating: " ", count: 8)
    let emphasis: TableCell.Emphasis =
      switch finding.severity {
      case .error: .bad
      case .warning: .warning
      case .info: .faint
      }
    let severity = finding.severity.rawValue
    var head = pack(
      places,
      separator: "  ",
      first: "  \(severity) \(finding.rule.rawValue)  ",
      rest: indent
    )
    head[0] = "  " + style.paint(severity, emphasis) + head[0].dropFirst(2 + severity.count)
    var words = PrintableText.escaping(finding.message)
    if finding.count > 1 {
      let last = finding.lastTime.flatMap(Decimals.fixed).map { ", the last at \($0) s" } ?? ""
      words += " (\(finding.count) like this\(last))"
    }
    var lines = head + wrap(words, first: indent, rest: indent)
    // The remedy is shown once, after the first finding of a rule.
    let isFirst = report.findings.first { $0.rule == finding.rule } == finding
    if isFirst, finding.severity != .info, let remedy = finding.advice {
      lines += wrap(remedy, first: indent + "→ ", rest: indent + "  ").map {
        style.paint($0, .faint)
      }
    }
    return lines
  }

  /// The place of a finding, in words.
  func places(of finding: Finding) -> [String] { finding.places.map(PrintableText.escaping) }
}

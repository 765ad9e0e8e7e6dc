import Conformance
import Formats

extension CheckText {
  private var title: String {
    let words =
      "  " + Self.padded("rule", to: 29) + Self.padded("state", to: 12)
      + ["found", "minimum", "maximum"].map { Self.padded(left: $0, to: 10) }.joined()
    return style.paint(words, .faint)
  }

  /// Failed and warned ones first, then those that inform, then passed, then what was not assessed, by reason.
  var rules: [String] {
    var lines = [title]
    lines += report.rules.ended(.fail, .warn, .info, .pass).map(line(of:))
    let outcomes = RuleOutcome.all(of: report.rules.ended(.notAssessed))
    for reason in NotAssessed.allCases {
      guard let outcome = outcomes.first(where: { $0.reason == reason.rawValue }) else { continue }
      lines += wrap(
        outcome.rules.joined(separator: ", "),
        first: "  " + Self.padded("not assessed", to: 14) + outcome.words + ": ",
        rest: String(repeating: " ", count: 16)
      ).map { style.paint($0, .faint) }
    }
    let off = report.rules.ended(.off).map(\.rule.rawValue)
    lines += wrap(
      off.joined(separator: ", "),
      first: "  " + Self.padded("off", to: 14),
      rest: String(repeating: " ", count: 16)
    )
    return lines
  }

  private func line(of rule: RuleResult) -> String {
    let state =
      switch rule.state {
      case .fail: "FAIL"
      default: rule.state.rawValue
      }
    let emphasis: TableCell.Emphasis =
      switch rule.state {
      case .fail: .bad
      case .warn: .warning
      default: .none
      }
    let numbers = [rule.found, rule.minimum, rule.maximum].map { number in
      Self.padded(left: number.map { String($0) } ?? "-", to: 10)
    }
    return "  " + Self.padded(rule.rule.rawValue, to: 29)
      + style.paint(Self.padded(state, to: 12), emphasis) + numbers.joined()
  }
}

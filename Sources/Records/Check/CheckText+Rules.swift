import Conformance
import Documents
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
    for state in [RuleResult.State.fail, .warn, .info, .pass] {
      lines += report.rules.filter { $0.state == state }.map(line(of:))
    }
    for reason in NotAssessed.allCases {
      let names = report.rules.filter { $0.notAssessed == reason }.map(\.rule.rawValue)
      lines += wrap(
        names.joined(separator: ", "),
        first: "  " + Self.padded("not assessed", to: 14) + reason.words + ": ",
        rest: String(repeating: " ", count: 16)
      ).map { style.paint($0, .faint) }
    }
    let off = report.rules.filter { $0.state == .off }.map(\.rule.rawValue)
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

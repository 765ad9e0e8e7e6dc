import Conformance

/// The status of an input in a report: its verdict, or the reason why it has none. What hurts most is first.
package enum InputStatus: String, Sendable, Hashable, CaseIterable {
  /// There are no tags.
  case absent
  /// A rule failed.
  case fail
  /// Could not be read, or not to its end.
  case unreadable
  /// A rule warned.
  case warn
  /// Too little was read to say whether tags are there.
  case notJudged = "not-judged"
  /// A batch has it on its list and has not read it.
  case waiting = "not read yet"
  /// `check` did not run.
  case notChecked = "not checked"
  /// Everything is as it should be.
  case pass

  init(_ verdict: Verdict?) {
    switch verdict {
    case .unreadable: self = .unreadable
    case .fail: self = .fail
    case .absent: self = .absent
    case .warn: self = .warn
    case .notJudged: self = .notJudged
    case nil: self = .notChecked
    case .pass: self = .pass
    }
  }

  /// The place in this order.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  var words: String { rawValue }

  /// The character that represents it beside its colour.
  var mark: String {
    switch self {
    case .unreadable: "?"
    case .fail: "✕"
    case .absent: "○"
    case .warn: "▲"
    case .waiting: "…"
    case .notChecked: "–"
    case .notJudged: "~"
    case .pass: "✓"
    }
  }

  /// Its class in the style sheet, and its name in metrics.
  var styleClass: String { rawValue.replacing(" ", with: "-") }
}

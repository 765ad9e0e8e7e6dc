import Conformance

extension Verdict? {
  /// What stands for it beside its colour.
  var mark: String {
    switch self {
    case .unreadable: "?"
    case .fail: "✕"
    case .absent: "○"
    case .warn: "▲"
    case nil: "–"
    case .pass: "✓"
    }
  }

  /// Its class in the style sheet.
  var styleClass: String { self?.rawValue ?? "not-checked" }

  /// All, from what is most worth a look to what is least.
  static var ranked: [Verdict?] {
    ([nil] + Verdict.allCases.map { $0 }).sorted { $0.rank < $1.rank }
  }
}

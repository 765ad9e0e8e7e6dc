import Conformance
import Records

/// An input that differs between two reports, with all its changes.
package struct ChangedInput: Sendable, Equatable {
  /// The ways in which an input can change, from worst to best.
  package enum Outcome: Sendable, CaseIterable {
    case lostTags, worse, changed, removed, added, better, repaired

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// A part of the headline, such as `2 inputs lost their tags`.
    func words(_ count: Int, isFirst: Bool) -> String {
      let isPassive = [.removed, .added, .repaired].contains(self)
      let was = isPassive ? count == 1 ? "was " : "were " : ""
      return (isFirst ? Quantity.plural(count, "input") : Quantity.count(count))
        + " \(was)\(label(count))"
    }

    /// The outcome in words, for `count` inputs.
    func label(_ count: Int = 1) -> String {
      switch self {
      case .lostTags: "lost \(count == 1 ? "its" : "their") tags"
      case .worse: "got worse"
      case .changed: "changed"
      case .removed: "removed"
      case .added: "added"
      case .better: "got better"
      case .repaired: "repaired"
      }
    }
  }

  /// The name of the input in the old report. Nil if it was added.
  let oldName: String?
  /// The name of the input in the new report. Nil if it was removed.
  let newName: String?
  package var name: String { newName ?? oldName ?? "" }
  package let outcome: Outcome
  /// The changes, deteriorations first.
  package let changes: [ReportDifference.Change]

  init(
    old oldName: String?,
    new newName: String?,
    _ outcome: Outcome,
    _ changes: [ReportDifference.Change]
  ) {
    (self.oldName, self.newName) = (oldName, newName)
    (self.outcome, self.changes) = (outcome, changes)
  }

  /// The outcome for an input that both reports contain.
  static func outcome(
    _ old: InputReport,
    _ new: InputReport,
    _ changes: [ReportDifference.Change]
  ) -> Outcome {
    let isRead = new.status != .unreadable
    if isRead, old.tags.data > 0, new.tags.data == 0 { return .lostTags }
    if old.isChecked, new.isChecked {
      let (before, after) = (ReportDifference.harm(old), ReportDifference.harm(new))
      if after > before { return .worse }
      if after < before { return new.status == .pass ? .repaired : .better }
    }
    let directions = Set(changes.map(\.direction))
    return directions.contains(.worse) ? .worse : directions.contains(.better) ? .better : .changed
  }
}

extension ReportDifference {
  package var headline: String {
    let parts = [
      ChangedInput.Outcome.worse, .lostTags, .changed, .removed, .added, .better, .repaired,
    ]
    var words: [String] = []
    for outcome in parts {
      let count = inputs.count { $0.outcome == outcome }
      if count > 0 { words.append(outcome.words(count, isFirst: words.isEmpty)) }
    }
    return words.isEmpty ? "Nothing has changed." : words.joined(separator: ", ") + "."
  }
}

/// The changes in the causes of an input's problems between two reports, at most one for each cause.
struct CauseChanges {
  private typealias Side = (input: InputReport, problems: [InputProblem])

  /// The changes: first those of causes in the new report, then those of causes that are gone.
  let all: [ReportDifference.Change]

  init(
    _ old: (input: InputReport, report: Report),
    _ new: (input: InputReport, report: Report)
  ) {
    let before = (old.input, InputProblem.all(of: old.input, in: old.report))
    let after = (new.input, InputProblem.all(of: new.input, in: new.report))
    let hasLostTags = old.input.tags.data > 0 && new.input.tags.data == 0
    all = Self.changes(before, after).filter { change in
      // If the input lost its tags, the disappearance of faults in its tags is not an improvement.
      !hasLostTags || change.direction == .worse
    }
  }

  private static func changes(_ old: Side, _ new: Side) -> [ReportDifference.Change] {
    var kinds: [ReportCause.Kind] = []
    for problem in new.problems + old.problems where !kinds.contains(problem.kind) {
      kinds.append(problem.kind)
    }
    return kinds.compactMap { kind in
      let before = old.problems.first { $0.kind == kind }
      let after = new.problems.first { $0.kind == kind }
      let counts = (count(before), count(after))
      guard counts.0 != counts.1 else { return nil }
      var values = (Quantity.count(counts.0), Quantity.count(counts.1))
      var rule: RuleID?
      switch kind {
      case .rule(let id):
        rule = id
        if id.rawValue == "tag-present" {
          values = (data(old.input), data(new.input))
        } else if id.rawValue == "cadence-gap" {
          values = (Quantity.length(old.input.longestGap), Quantity.length(new.input.longestGap))
        }
      case .required, .unreadable: values = (old.input.status.words, new.input.status.words)
      }
      return ReportDifference.Change(
        direction: counts.0 < counts.1 ? .worse : .better,
        input: new.input.name,
        what: words(kind, after),
        rule: rule,
        old: values.0,
        new: values.1
      )
    }
  }

  /// A cause in words: its title, with its message if the new report has it.
  private static func words(_ kind: ReportCause.Kind, _ problem: InputProblem?) -> String {
    guard let problem, problem.message != kind.title else { return kind.title }
    let message = LongText.cut(problem.message, to: 120)
    return kind == .required ? "R" + message.dropFirst() : "\(kind.title): \(message)"
  }

  private static func count(_ problem: InputProblem?) -> Int {
    problem.map { $0.cause?.count ?? 1 } ?? 0
  }

  private static func data(_ input: InputReport) -> String {
    "\(Quantity.count(input.tags.data)) DATA"
  }
}

/// An input that differs between two reports, with all that has changed about it.
package struct ChangedInput: Sendable, Equatable {
  /// The change of an input, the worst first.
  package enum Outcome: Sendable, CaseIterable {
    case lostTags, worse, changed, removed, added, better, repaired

    var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// A part of the headline.
    func words(_ count: Int, isFirst: Bool) -> String {
      let was = count == 1 ? "was" : "were"
      let subject = isFirst ? Quantity.plural(count, "input") : Quantity.count(count)
      return switch self {
      case .lostTags: "\(subject) lost \(count == 1 ? "its" : "their") tags"
      case .worse: "\(subject) got worse"
      case .changed: "\(subject) changed"
      case .removed: "\(subject) \(was) removed"
      case .added: "\(subject) \(was) added"
      case .better: "\(subject) got better"
      case .repaired: "\(subject) \(was) repaired"
      }
    }

    /// The label of an input in a group.
    var label: String {
      switch self {
      case .lostTags: "lost its tags"
      case .worse: "got worse"
      case .changed: "changed"
      case .removed: "removed"
      case .added: "added"
      case .better: "got better"
      case .repaired: "repaired"
      }
    }
  }

  package let name: String
  /// The outcome.
  package let outcome: Outcome
  /// The changes, worse before better.
  package let changes: [ReportDifference.Change]

  /// The outcome of two reports of an input that both contain.
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
  /// The changes, as a sentence.
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

import Conformance

/// The changes from one report to another: input by input, the worst first; equal changes in the order of the
/// new report, then inputs that are only in the old one.
package struct ReportDifference: Sendable {
  package var changes: [Change] { inputs.flatMap(\.changes) }
  package let inputs: [ChangedInput]
  /// Inputs that are left out, as one of the two has not read them yet.
  package let unreadCount: Int

  /// Something that has changed.
  package struct Change: Sendable, Equatable {
    /// Which way it went.
    package enum Direction: String, Sendable, CaseIterable {
      case worse
      case better
      /// Neither.
      case changed
      /// The input is new.
      case added
      /// The input is gone.
      case removed
    }

    /// Which way it went.
    package var direction: Direction
    package var input: String
    /// The changed value: `verdict`, `DATA tags`, `findings of cadence-gap`.
    package var what: String
    package var old: String
    package var new: String
  }

  /// Compares two reports, inputs of the same name with each other.
  package init(old: Report, new: Report) {
    let before = Dictionary(
      old.inputs.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let waiting = Set((old.inputs + new.inputs).filter(\.isWaiting).map(\.name))
    unreadCount = waiting.count
    var inputs: [ChangedInput] = []
    for input in new.inputs where !waiting.contains(input.name) {
      if let earlier = before[input.name] {
        let changes = Self.changes(earlier, input)
        guard !changes.isEmpty else { continue }
        let outcome = ChangedInput.outcome(earlier, input, changes)
        inputs.append(ChangedInput(name: input.name, outcome: outcome, changes: changes))
      } else {
        inputs.append(
          ChangedInput(name: input.name, outcome: .added, changes: [Self.presence(.added, input)])
        )
      }
    }
    let names = Set(new.inputs.map(\.name))
    inputs += old.inputs.filter { !names.contains($0.name) && !$0.isWaiting }.map {
      ChangedInput(name: $0.name, outcome: .removed, changes: [Self.presence(.removed, $0)])
    }
    self.inputs = inputs.enumerated()
      .sorted { ($0.element.outcome.rank, $0.offset) < ($1.element.outcome.rank, $1.offset) }
      .map(\.element)
  }

  /// How many changes there are of a direction.
  package func count(_ direction: Change.Direction) -> Int {
    changes.count { $0.direction == direction }
  }

  private static func presence(_ direction: Change.Direction, _ input: InputReport) -> Change {
    let verdict = input.status.words
    return Change(
      direction: direction,
      input: input.name,
      what: "input",
      old: direction == .removed ? verdict : Quantity.unknown,
      new: direction == .added ? verdict : Quantity.unknown
    )
  }

  private static func changes(_ old: InputReport, _ new: InputReport) -> [Change] {
    var changes: [Change] = []
    func add(_ what: String, _ before: String, _ after: String, _ direction: Change.Direction) {
      changes.append(
        Change(direction: direction, input: new.name, what: what, old: before, new: after)
      )
    }
    if old.verdict != new.verdict {
      let isComparable = old.verdict != nil && new.verdict != nil
      let direction: Change.Direction =
        !isComparable ? .changed : Self.harm(old) > Self.harm(new) ? .better : .worse
      add("verdict", old.status.words, new.status.words, direction)
    }
    for (what, before, after) in [
      ("DATA tags", old.tags.data, new.tags.data), ("INFO tags", old.tags.info, new.tags.info),
    ] where before != after {
      add(what, Quantity.count(before), Quantity.count(after), before < after ? .better : .worse)
    }
    if isDifferent(old.longestGap, new.longestGap) {
      let direction: Change.Direction =
        switch (old.longestGap, new.longestGap) {
        case (let before?, let after?): before > after ? .better : .worse
        // Without a second tag there is no gap: that all tags are gone is not neutral.
        default:
          old.tags.data > 0 && new.tags.data == 0
            ? .worse : old.tags.data == 0 && new.tags.data > 0 ? .better : .changed
        }
      add(
        "longest gap",
        Quantity.seconds(old.longestGap),
        Quantity.seconds(new.longestGap),
        direction
      )
    }
    // Only what was checked both times can be compared.
    if old.isChecked, new.isChecked {
      for (what, before, after, direction) in findings(old, new) {
        add(what, Quantity.count(before), Quantity.count(after), direction)
      }
    }
    let order = Change.Direction.allCases
    return changes.enumerated().sorted { one, other in
      let ranks = [one, other].map { order.firstIndex(of: $0.element.direction) ?? 0 }
      return (ranks[0], one.offset) < (ranks[1], other.offset)
    }.map(\.element)
  }

  /// How bad a verdict is. Unlike the order of the report, an input that lost all its tags is worse off than
  /// one with faulty tags.
  static func harm(_ input: InputReport) -> Int {
    switch input.status {
    case .pass, .notChecked, .waiting: 0
    case .warn, .notJudged: 1
    case .fail: 2
    case .absent: 3
    case .unreadable: 4
    }
  }

  private static func findings(
    _ old: InputReport,
    _ new: InputReport
  ) -> [(String, Int, Int, Change.Direction)] {
    Set(old.findingsByRule.keys).union(new.findingsByRule.keys)
      .sorted { $0.rawValue < $1.rawValue }
      .compactMap { rule in
        let (before, after) = (old.findingsByRule[rule], new.findingsByRule[rule])
        let counts = (before?.count ?? 0, after?.count ?? 0)
        guard counts.0 != counts.1 else { return nil }
        let isInformation = [before, after].allSatisfy { ($0?.severity ?? .info) == .info }
        let direction: Change.Direction =
          isInformation ? .changed : counts.0 > counts.1 ? .better : .worse
        let word =
          counts.0 == 0 ? "new" : counts.1 == 0 ? "gone" : counts.0 < counts.1 ? "more" : "less"
        return ("findings of \(rule.rawValue): \(word)", counts.0, counts.1, direction)
      }
  }

  /// More than a millisecond, the precision of the records.
  private static func isDifferent(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return abs(one - other) >= leastGapChange
  }

  /// Seconds. Tags of ten seconds start at a frame: this moves them by some hundredths.
  private static let leastGapChange = 0.5
}

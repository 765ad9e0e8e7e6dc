import Conformance

/// What got better or worse from one report to another: in the order of the new one, behind it what is
/// only in the old one.
package struct ReportDifference: Sendable {
  /// What has changed.
  package let changes: [Change]
  /// Inputs that are left out, as one of the two has not read them yet.
  package let unreadCount: Int

  /// Something that has changed.
  package struct Change: Sendable, Equatable {
    /// Which way it went.
    package enum Direction: String, Sendable, CaseIterable {
      /// For the worse.
      case worse
      /// For the better.
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
    /// The input.
    package var input: String
    /// What has changed: `verdict`, `DATA tags`, `findings of cadence-gap`.
    package var what: String
    /// What it was.
    package var old: String
    /// What it is.
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
    var changes: [Change] = []
    for input in new.inputs where !waiting.contains(input.name) {
      if let earlier = before[input.name] {
        changes += Self.changes(earlier, input)
      } else {
        changes.append(Self.presence(.added, input))
      }
    }
    let names = Set(new.inputs.map(\.name))
    changes += old.inputs.filter { !names.contains($0.name) && !$0.isWaiting }.map {
      Self.presence(.removed, $0)
    }
    self.changes = changes
  }

  /// How many changes there are of a direction.
  package func count(_ direction: Change.Direction) -> Int {
    changes.count { $0.direction == direction }
  }

  private static func presence(_ direction: Change.Direction, _ input: InputReport) -> Change {
    let verdict = input.standing.words
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
        !isComparable ? .changed : old.standing.rank < new.standing.rank ? .better : .worse
      add("verdict", old.standing.words, new.standing.words, direction)
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
        default: .changed
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
    return changes
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

  /// Beyond a millisecond, the precision of the records.
  private static func isDifferent(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return abs(one - other) >= leastGapChange
  }

  /// Seconds. Tags of ten seconds stand where a frame begins: that makes them wander by some hundredths.
  private static let leastGapChange = 0.5
}

import Conformance

/// The changes from one report to another: input by input, the worst first; equal changes in the order of the
/// new report, then inputs that are only in the old one.
package struct ReportDifference: Sendable {
  package var changes: [Change] { inputs.flatMap(\.changes) }
  package let inputs: [ChangedInput]
  /// Inputs that are left out, as one of the two has not read them yet.
  package let unreadCount: Int
  /// Inputs that are left out, as it is not known which of several is the same in the other report: a sentence
  /// for each such group.
  package let ambiguities: [String]

  /// Whether something got worse.
  package var isWorse: Bool { changes.contains { $0.direction == .worse } }

  /// Something that has changed: a cause of problems, or a number.
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
    /// What has changed, in words: `Gap in the tags: no DATA tag for 40.0 s`, `DATA tags`.
    package var what: String
    /// The rule that found it; nil for all else.
    package var rule: RuleID?
    package var old: String
    package var new: String
  }

  /// Compares two reports, inputs of the same name with each other, and those whose names differ only as
  /// `identity` allows.
  package init(old: Report, new: Report, matching identity: InputIdentityKey = .withoutDates) {
    let pairing = InputPairing(old.inputs.map(\.name), new.inputs.map(\.name), identity.rounds)
    var inputs: [ChangedInput] = []
    var unread = 0
    for (index, input) in new.inputs.enumerated() {
      switch pairing.partners[index] {
      case .ambiguous: continue
      case .one(let number):
        let earlier = old.inputs[number]
        if input.isWaiting || earlier.isWaiting {
          unread += 1
          continue
        }
        let changes = Self.changes((earlier, old), (input, new))
        guard !changes.isEmpty else { continue }
        let outcome = ChangedInput.outcome(earlier, input, changes)
        inputs.append(ChangedInput(name: input.name, outcome: outcome, changes: changes))
      case .none where input.isWaiting: unread += 1
      case .none:
        inputs.append(
          ChangedInput(name: input.name, outcome: .added, changes: [Self.presence(.added, input)])
        )
      }
    }
    for input in pairing.alone.map({ old.inputs[$0] }) {
      if input.isWaiting {
        unread += 1
        continue
      }
      inputs.append(
        ChangedInput(name: input.name, outcome: .removed, changes: [Self.presence(.removed, input)])
      )
    }
    unreadCount = unread
    ambiguities = pairing.ambiguities
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

  /// A row for each cause of problems that came, went, or was found another number of times. Without one the
  /// verdict and the numbers that differ.
  private static func changes(
    _ old: (input: InputReport, report: Report),
    _ new: (input: InputReport, report: Report)
  ) -> [Change] {
    var changes: [Change] = []
    // Only what was checked both times has problems to compare.
    if old.input.isKnown, new.input.isKnown { changes = CauseChanges(old, new).all }
    let (before, after) = (old.input, new.input)
    func add(_ what: String, _ old: String, _ new: String, _ direction: Change.Direction) {
      changes.append(
        Change(direction: direction, input: after.name, what: what, old: old, new: new)
      )
    }
    if before.verdict != after.verdict {
      let isComparable = before.verdict != nil && after.verdict != nil
      let direction: Change.Direction =
        !isComparable ? .changed : harm(before) > harm(after) ? .better : .worse
      if !changes.contains(where: { $0.direction == direction }) {
        add("verdict", before.status.words, after.status.words, direction)
      }
    }
    guard changes.isEmpty else { return sorted(changes) }
    // What was checked and has the same problems is as good with more tags as with fewer.
    let isJudged = before.isChecked && after.isChecked
    for (what, old, new) in [
      ("DATA tags", before.tags.data, after.tags.data),
      ("INFO tags", before.tags.info, after.tags.info),
    ] where old != new {
      let direction: Change.Direction = isJudged ? .changed : old < new ? .better : .worse
      add(what, Quantity.count(old), Quantity.count(new), direction)
    }
    if isDifferent(before.longestGap, after.longestGap) {
      let direction: Change.Direction =
        switch (before.longestGap, after.longestGap) {
        case (let old?, let new?) where !isJudged: old > new ? .better : .worse
        default: .changed
        }
      add(
        "longest gap",
        Quantity.length(before.longestGap),
        Quantity.length(after.longestGap),
        direction
      )
    }
    return sorted(changes)
  }

  private static func sorted(_ changes: [Change]) -> [Change] {
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

  /// More than a millisecond, the precision of the records.
  private static func isDifferent(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return abs(one - other) >= leastGapChange
  }

  /// Seconds. Tags of ten seconds start at a frame: this moves them by some hundredths.
  private static let leastGapChange = 0.5
}

extension InputReport {
  /// Whether it was checked, or could not be read.
  fileprivate var isKnown: Bool { isChecked || status == .unreadable }
}

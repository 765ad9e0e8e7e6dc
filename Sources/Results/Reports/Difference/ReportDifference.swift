import Conformance
import Formats
import Records

/// The changes between two reports, input by input, starting with the worst outcome. Inputs with the same outcome are
/// in the order of the reports.
package struct ReportDifference: Sendable {
  package var changes: [Change] { inputs.flatMap(\.changes) }
  package let inputs: [ChangedInput]
  /// How the results of each report were made, such as the time, version and settings. Nil if only records are known.
  let origins: (old: String?, new: String?)
  /// The number of inputs that are left out because a result lists them as not read yet.
  package let unreadCount: Int
  /// A sentence for each group of inputs that are left out because several pairings are possible.
  package let ambiguities: [String]

  package var isWorse: Bool { changes.contains { $0.direction == .worse } }

  /// A change in one input, such as in a cause of problems or in a number.
  package struct Change: Sendable, Equatable {
    /// The direction of a change: for the worse, for the better, or neither.
    package enum Direction: String, Sendable, CaseIterable {
      case worse
      case better
      /// The change is neither better nor worse.
      case changed
      /// Only the new report has the input.
      case added
      /// Only the old report has the input.
      case removed
    }

    package var direction: Direction
    package var input: String
    /// What changed, in words, such as `Gap in the tags: no DATA tag for 40.0 s` or `DATA tags`.
    package var what: String
    /// The rule whose findings changed. Nil for any other change.
    package var rule: RuleID?
    package var old: String
    package var new: String
  }

  /// Compares two reports. Inputs are paired by equal names, then by names that `identity` makes equal.
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
        inputs.append(ChangedInput(old: earlier.name, new: input.name, outcome, changes))
      case .none where input.isWaiting: unread += 1
      case .none:
        let change = Self.presence(.added, input)
        inputs.append(ChangedInput(old: nil, new: input.name, .added, [change]))
      }
    }
    for input in pairing.alone.map({ old.inputs[$0] }) {
      if input.isWaiting {
        unread += 1
        continue
      }
      let change = Self.presence(.removed, input)
      inputs.append(ChangedInput(old: input.name, new: nil, .removed, [change]))
    }
    origins = (IdentityLine(report: old).origin, IdentityLine(report: new).origin)
    unreadCount = unread
    ambiguities = pairing.ambiguities
    self.inputs = inputs.enumerated()
      .sorted { ($0.element.outcome.rank, $0.offset) < ($1.element.outcome.rank, $1.offset) }
      .map(\.element)
  }

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

  /// The changes of an input in its causes. A changed verdict is added if no cause changed in the same direction. If
  /// there are no such changes, differences in the numbers count as changes.
  private static func changes(
    _ old: (input: InputReport, report: Report),
    _ new: (input: InputReport, report: Report)
  ) -> [Change] {
    var changes: [Change] = []
    // Problems are compared only if the input was checked, or could not be read, in both reports.
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
    // If both reports judged the input and its problems are the same, more tags are not an improvement.
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

  /// The seriousness of a status, from 0. Unlike in the order of the report, an unreadable input is worse than one
  /// without tags.
  static func harm(_ input: InputReport) -> Int {
    switch input.status {
    case .pass, .notChecked, .waiting: 0
    case .warn, .notJudged: 1
    case .fail: 2
    case .absent: 3
    case .unreadable: 4
    }
  }

  /// Whether gaps differ by at least half a second, or only one of them is known.
  private static func isDifferent(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return (one == nil) != (other == nil) }
    return abs(one - other) >= leastGapChange
  }

  /// The smallest change of a gap that is reported, in seconds. Tags start at a frame, so gaps vary by some hundredths
  /// of a second.
  private static let leastGapChange = 0.5
}

extension InputReport {
  /// Whether the input was checked, or could not be read.
  fileprivate var isKnown: Bool { isChecked || status == .unreadable }
}

/// Pairs the inputs of two reports by their names.
struct InputPairing {
  /// The input of the old report that corresponds to an input of the new one.
  enum Partner: Equatable {
    /// The old input with this index.
    case one(Int)
    /// The old report does not have the input.
    case none
    /// Several old or new inputs could be the same input.
    case ambiguous
  }

  private(set) var partners: [Partner]
  /// The indexes of the old inputs that are missing from the new report.
  private(set) var alone: [Int] = []
  /// A sentence for each group of inputs that could not be paired.
  private(set) var ambiguities: [String] = []

  /// The maximum number of names listed for a group of inputs that could not be paired.
  private static let shownNames = 4

  /// Pairs two names if a round gives the same text for both, and for no other name left in either report. Paired names
  /// are left out of later rounds.
  init(_ old: [String], _ new: [String], _ rounds: [(String) -> String]) {
    partners = new.map { _ in .none }
    var (restOld, restNew) = (Array(old.indices), Array(new.indices))
    for (number, key) in rounds.enumerated() {
      let oldGroups = Dictionary(grouping: restOld) { key(old[$0]) }
      let newGroups = Dictionary(grouping: restNew) { key(new[$0]) }
      var paired: Set<Int> = []
      for (text, group) in newGroups {
        guard group.count == 1, let others = oldGroups[text], others.count == 1 else { continue }
        partners[group[0]] = .one(others[0])
        paired.insert(others[0])
      }
      restNew.removeAll { partners[$0] != .none }
      restOld.removeAll { paired.contains($0) }
      guard number == rounds.count - 1 else { continue }
      var groups: Set<String> = []
      for index in restNew {
        let text = key(new[index])
        guard let others = oldGroups[text], let group = newGroups[text] else { continue }
        partners[index] = .ambiguous
        guard groups.insert(text).inserted else { continue }
        ambiguities.append(Self.words(others.map { old[$0] }, group.map { new[$0] }))
      }
      restOld.removeAll { groups.contains(key(old[$0])) }
    }
    alone = restOld
  }

  private static func words(_ old: [String], _ new: [String]) -> String {
    func list(_ names: [String]) -> String {
      WordList.text(names, upTo: shownNames, noun: "more input")
    }
    return "\(list(old)) of the old result and \(list(new)) of the new one cannot be told apart: "
      + "use --match to name the part of the path that identifies an input"
  }
}

/// A row of `report --diff`: one change of an input.
package struct DifferenceRow: ResultRow {
  package let change: ReportDifference.Change

  package init(_ change: ReportDifference.Change) { self.change = change }

  package static let formats: [OutputFormat] = [.table]

  package static let columns = [
    TableColumn("CHANGE", width: 8), TableColumn("OLD", width: 12, alignment: .right),
    TableColumn("NEW", width: 12, alignment: .right), TableColumn("WHAT", width: 20),
  ]

  /// Empty, because the only format is a table. `json` is null for the same reason.
  package static let fields: [String] = []
  package var json: JSONValue { .null }

  package var input: String { change.input }

  package var cells: [TableCell] {
    [
      TableCell(change.direction.rawValue, emphasis), TableCell(change.old), TableCell(change.new),
      TableCell(change.whatAndRule),
    ]
  }

  private var emphasis: TextEmphasis {
    switch change.direction {
    case .worse: .bad
    case .better: .good
    case .added, .removed: .accent
    case .changed: .none
    }
  }
}

extension ReportDifference.Change {
  /// The change as text with the id of its rule, such as `Gap in the tags: no DATA tag for 40.0 s (cadence-gap)`.
  var whatAndRule: String { what + (rule.map { " (\($0))" } ?? "") }
}

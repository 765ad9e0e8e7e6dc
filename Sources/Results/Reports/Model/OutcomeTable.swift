import Conformance
import Records

/// The results of rules that occur: most inputs share most of them, so that each keeps only numbers.
struct OutcomeTable: Sendable {
  private(set) var results: [RuleResult] = []
  /// The lines of those that are about players.
  private var playerLines: [PlayerLine?] = []
  private var indexes: [RuleResult: Int32] = [:]

  /// Texts of more results are not kept: they are of others, and may all differ.
  private static let remarkCapacity = 50_000

  /// The number of a result.
  private mutating func index(of result: RuleResult) -> Int32 {
    var result = result
    if results.count >= Self.remarkCapacity { result.remark = nil }
    if let index = indexes[result] { return index }
    let index = Int32(results.count)
    results.append(result)
    playerLines.append(PlayerLine(result))
    indexes[result] = index
    return index
  }

  subscript(index: Int32) -> RuleResult { results[Int(index)] }

  /// How a rule ended.
  func state(_ index: Int32) -> RuleResult.State { results[Int(index)].state }

  /// The line of a result that is about a player, without a remedy; nil for others.
  func playerLine(_ index: Int32) -> PlayerLine? { playerLines[Int(index)] }

  // MARK: - Records

  /// The groups of a record, and the rules in them.
  private struct Unlisted {
    let groups: [RuleOutcome]
    /// By the places of the rules; nil: it has no name there.
    var known: [Int32?]
    var unknown: [Int32] = []
  }

  /// The latest groups: most inputs have one of a few.
  private var unlisted: [Unlisted] = []
  private static let unlistedCapacity = 16
  /// That rules passed, by their places.
  private var passes: [Int32] = []
  private static let places = Dictionary(
    uniqueKeysWithValues: RuleDescription.all.enumerated().map { ($1.id, $0) }
  )

  /// The numbers of the rules of a record, in their order: of those that it lists, and those that it has in groups.
  /// Those that passed have no names there: they are the ones that are left, if their number is right.
  mutating func outcomes(of record: RecordView<CheckFields>) -> [Int32] {
    let listed = (record.rules ?? []).prefix(1000).compactMap(RuleResult.init).map { result in
      // What most records leave out is not shown of those that have it.
      index(
        of: result.state != .pass || result.saysSomething
          ? result : RuleResult(rule: result.rule, state: .pass)
      )
    }
    // Earlier records have none.
    guard let groups = record.otherRules, !groups.isEmpty else { return listed }
    let passed = groups.first { $0.state == RuleResult.State.pass.rawValue }?.count ?? 0
    let others = others(
      groups.map { group in
        let reason = group.notAssessed.flatMap(NotAssessed.init)?.rawValue
        let rules = Array((group.rules ?? []).prefix(1000))
        return RuleOutcome(state: .notAssessed, reason: reason, rules: rules)
      }
    )
    var known = others.known
    var unknown: [Int32] = []
    for index in listed.reversed() {
      if let place = Self.places[self[index].rule] {
        known[place] = index
      } else {
        unknown.insert(index, at: 0)
      }
    }
    let isWhole = known.count { $0 == nil } == passed
    return zip(known, passes).compactMap { $0 ?? (isWhole ? $1 : nil) } + unknown + others.unknown
  }

  private mutating func others(_ groups: [RuleOutcome]) -> Unlisted {
    if let known = unlisted.first(where: { $0.groups == groups }) { return known }
    if passes.isEmpty {
      passes = RuleDescription.all.map { index(of: RuleResult(rule: $0.id, state: .pass)) }
    }
    var new = Unlisted(groups: groups, known: passes.map { _ in nil })
    for group in groups {
      let reason = group.reason.flatMap(NotAssessed.init)
      for name in group.rules {
        let rule = RuleID(rawValue: LongText.cut(name, to: 60))
        let index = index(of: RuleResult(rule: rule, state: .notAssessed, notAssessed: reason))
        if let place = Self.places[rule] {
          new.known[place] = new.known[place] ?? index
        } else {
          new.unknown.append(index)
        }
      }
    }
    // Others than ours may be of any length.
    if new.unknown.isEmpty, groups.reduce(0, { $0 + $1.rules.count }) <= passes.count {
      if unlisted.count == Self.unlistedCapacity { unlisted.removeFirst() }
      unlisted.append(new)
    }
    return new
  }
}

/// The summary in numbers.
package struct Totals: Sendable {
  package internal(set) var inputs = 0
  /// Inputs by what is known of them.
  package internal(set) var statusCounts: [InputStatus: Int] = [:]
  /// Tags by kind; those that several renditions of an input share count once.
  package internal(set) var tags = TagCounts()
  /// Seconds of content.
  package internal(set) var duration = 0.0
  package internal(set) var findings: [Severity: Int] = [:]
  package internal(set) var pings = 0
  /// Inputs with a Nielsen tag.
  package internal(set) var inputsWithTags = 0
  /// The longest time without a DATA tag in one stream, in seconds.
  package internal(set) var longestGap: Double?

  mutating func add(_ input: InputReport) {
    inputs += 1
    statusCounts[input.status, default: 0] += 1
    tags += input.tags
    duration += input.duration ?? 0
    for (severity, count) in input.findingCounts { findings[severity, default: 0] += count }
    pings += input.pings.total
    if input.tags.data + input.tags.info > 0 { inputsWithTags += 1 }
    if let gap = input.longestGap { longestGap = max(longestGap ?? 0, gap) }
  }
}

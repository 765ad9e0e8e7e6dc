import Conformance
import Records

/// The distinct results of rules. Inputs share most results, so each input keeps only their indexes.
struct OutcomeTable: Sendable {
  private(set) var results: [RuleResult] = []
  /// The parsed line of each result about a player. Nil for other results.
  private var playerLines: [PlayerLine?] = []
  private var indexes: [RuleResult: Int32] = [:]

  /// The number of results after which remarks are no longer kept. In records of other programs, all remarks may
  /// differ.
  private static let remarkCapacity = 50_000

  /// The index of a result, which is added if it is new.
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

  /// The parsed line of a result about a player, without a remedy. Nil for other results.
  func playerLine(_ index: Int32) -> PlayerLine? { playerLines[Int(index)] }

  // MARK: - Records

  /// The groups in `otherRules` of a record, and the results that they represent.
  private struct Unlisted {
    let groups: [RuleOutcome]
    /// The result of each known rule, in the order of the rules. Nil if no group names the rule.
    var known: [Int32?]
    var unknown: [Int32] = []
  }

  /// The latest groups, which are kept because most inputs have the same groups.
  private var unlisted: [Unlisted] = []
  private static let unlistedCapacity = 16
  /// For each known rule, the index of its result with the state `pass`.
  private var passes: [Int32] = []
  private static let places = Dictionary(
    uniqueKeysWithValues: RuleDescription.all.enumerated().map { ($1.id, $0) }
  )

  /// The indexes of the results of a record, in the order of the rules: results that the record lists, and results in
  /// its groups. Most records do not name the rules that passed. The rules that a record does not name count as passed
  /// if there are as many of them as the record says.
  mutating func outcomes(of record: RecordView<CheckFields>) -> [Int32] {
    let listed = (record.rules ?? []).prefix(1000).compactMap(RuleResult.init).map { result in
      // Most records do not list rules that passed, so the numbers of such rules are also dropped from records that
      // list them.
      index(
        of: result.state != .pass || result.saysSomething
          ? result : RuleResult(rule: result.rule, state: .pass)
      )
    }
    // Earlier versions, and `check --all-rules`, write no groups.
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
    // Groups of unknown rules come from other programs and may have any size, so they are not kept.
    if new.unknown.isEmpty, groups.reduce(0, { $0 + $1.rules.count }) <= passes.count {
      if unlisted.count == Self.unlistedCapacity { unlisted.removeFirst() }
      unlisted.append(new)
    }
    return new
  }
}

/// The totals over all inputs of a report.
package struct Totals: Sendable {
  package internal(set) var inputs = 0
  package internal(set) var statusCounts: [InputStatus: Int] = [:]
  /// The number of tags by kind. Tags that several renditions of an input carry count once.
  package internal(set) var tags = TagCounts()
  /// The duration of the content of all inputs, in seconds.
  package internal(set) var duration = 0.0
  package internal(set) var findings: [Severity: Int] = [:]
  package internal(set) var pings = 0
  /// The number of inputs with a Nielsen tag.
  package internal(set) var inputsWithTags = 0
  /// The longest time without a DATA tag in a stream of an input, in seconds.
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

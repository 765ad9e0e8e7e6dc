import Conformance
import Records

/// Builds a report from records in any order. Memory is bounded: at the limit, details are dropped, starting with those
/// of inputs that passed. Inputs after the first `inputCapacity` are only counted.
package final class ReportBuilder: RecordConsumer {
  /// The maximum number of inputs that are listed.
  package static let inputCapacity = 50_000
  /// The maximum size of the details of all inputs, in bytes: 48 MiB.
  static let weightCapacity = 48 << 20

  private let inputCapacity: Int
  private let weightCapacity: Int
  /// The report, whose inputs are added at the end.
  private var report = Report()
  private var inputs: [InputReport] = []
  private var indexes: [String: Int] = [:]
  /// The number of inputs with each result, by the index of the result.
  private var resultCounts: [Int] = []
  private var weights: [Int] = []
  private var weight = 0
  /// The last of the inputs that are only counted. Its next record may follow.
  private var unlisted: InputReport?
  /// Whether the inputs that are only counted come from a database, which lists all inputs before their records.
  private var hasInventory = false

  /// The fields that reports need. Other fields of tags and pings, such as their bytes, are not read.
  package let fields: Set<String>? = [
    "program", "rendition", "time", "wallClock", "nielsen.kind", "nielsen.lastTime",
    "nielsen.pcCID", "nielsen.fdCID", "tag.frames", "product", "type",
  ]
  /// The frames of tags of other owners, which contain the names of the owners.
  package let fieldsOfOthers: Set<String> = ["tag.frames"]

  package convenience init() {
    self.init(inputCapacity: Self.inputCapacity, weightCapacity: Self.weightCapacity)
  }

  init(inputCapacity: Int, weightCapacity: Int) {
    (self.inputCapacity, self.weightCapacity) = (inputCapacity, weightCapacity)
  }

  package func take(_ record: ReportRecord) {
    if case .comparison(let comparison) = record { return report.comparisons.add(comparison) }
    let name = record.input
    if let index = indexes[name] ?? newIndex(name) {
      add(record, to: &inputs[index])
      settle(index)
      return
    }
    if case .input = record {
      hasInventory = true
    } else if hasInventory {
      // A database lists all its inputs before their tags and pings, so the input of this record has already been
      // counted.
      if case .ping = record { report.totals.pings += 1 }
      return
    }
    if unlisted?.name != name {
      countUnlisted()
      unlisted = InputReport(name: name)
    }
    guard var input = unlisted else { return }
    add(record, to: &input)
    input.reduce()
    unlisted = input
  }

  package func take(_ run: StoredRun) {
    if report.runs.count < 1000, !report.runs.contains(run) { report.runs.append(run) }
  }

  package func finish() -> Report {
    countUnlisted()
    for index in inputs.indices {
      inputs[index].complete()
      count(inputs[index])
    }
    report.inputs = inputs
    report.reducedInputs = inputs.count { $0.isReduced }
    report.runs.sort { $0.started < $1.started }
    let order = Dictionary(
      RuleDescription.all.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var tallies: [RuleID: RuleTally] = [:]
    for (result, count) in zip(report.outcomes.results, resultCounts) where count > 0 {
      tallies[result.rule, default: RuleTally(result.rule)].add(count, result.state)
    }
    report.rules = tallies.values.sorted {
      (order[$0.rule] ?? .max, $0.rule.rawValue) < (order[$1.rule] ?? .max, $1.rule.rawValue)
    }
    return report
  }

  private func newIndex(_ name: String) -> Int? {
    guard inputs.count < inputCapacity else { return nil }
    let index = inputs.count
    indexes[name] = index
    inputs.append(InputReport(name: name))
    weights.append(0)
    return index
  }

  private func add(_ record: ReportRecord, to input: inout InputReport) {
    switch record {
    case .check(let check): input.take(check: check, in: &report)
    case .tag(let tag): input.take(tag: tag)
    case .ping(let ping): input.take(ping: ping)
    case .input(let stored): input.take(stored: stored, in: &report)
    case .explainedTag(let tag): input.take(explainedTag: tag)
    case .explainedPing(let ping): input.take(explainedPing: ping)
    case .comparison: break
    }
  }

  private func countUnlisted() {
    guard var input = unlisted else { return }
    input.complete()
    report.unlistedInputs += 1
    count(input)
    unlisted = nil
  }

  private func count(_ input: InputReport) {
    report.totals.add(input)
    let missing = report.outcomes.results.count - resultCounts.count
    resultCounts += repeatElement(0, count: max(0, missing))
    for index in input.outcomes { resultCounts[Int(index)] += 1 }
  }

  // MARK: - Memory

  private func settle(_ index: Int) {
    if inputs[index].isReduced { inputs[index].reduce() }
    let new = inputs[index].weight
    weight += new - weights[index]
    weights[index] = new
    guard weight > weightCapacity else { return }
    // The details of inputs with the best verdicts are dropped first.
    let order = inputs.indices.filter { !inputs[$0].isReduced }
      .sorted { one, other in
        let ranks = (inputs[one].status.rank, inputs[other].status.rank)
        return ranks.0 == ranks.1 ? one < other : ranks.0 > ranks.1
      }
    for index in order {
      inputs[index].reduce()
      let new = inputs[index].weight
      weight += new - weights[index]
      weights[index] = new
      if weight <= weightCapacity / 4 * 3 { return }
    }
  }
}

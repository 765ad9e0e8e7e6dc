import Conformance
import Results

/// Makes a report of records in any order. Memory has a bound: beyond it passed inputs, then others,
/// keep only their numbers, and beyond `inputCapacity` inputs are only counted.
public final class ReportBuilder: RecordConsumer {
  /// Inputs that are listed.
  public static let inputCapacity = 50_000
  /// What inputs may take together, in bytes: 72 MiB.
  static let weightCapacity = 72 << 20

  private let inputCapacity: Int
  private let weightCapacity: Int
  private var report = Report()
  private var indexes: [String: Int] = [:]
  private var pingCounts: [Int] = []
  private var tallies: [RuleID: RuleTally] = [:]
  private var weights: [Int] = []
  private var weight = 0
  /// The latest of the inputs that are only counted.
  private var unlisted: InputReport?
  private var unlistedPings = 0

  /// Makes a builder. The bounds are for tests.
  public convenience init() {
    self.init(inputCapacity: Self.inputCapacity, weightCapacity: Self.weightCapacity)
  }

  init(inputCapacity: Int, weightCapacity: Int) {
    self.inputCapacity = inputCapacity
    self.weightCapacity = weightCapacity
  }

  /// Takes the next record.
  public func take(_ record: ReportRecord) {
    let name = record.input
    if let index = indexes[name] ?? newIndex(name) {
      add(record, to: &report.inputs[index], pings: &pingCounts[index])
      settle(index)
      return
    }
    if unlisted?.name != name {
      countUnlisted()
      unlisted = InputReport(name: name)
    }
    guard var input = unlisted else { return }
    add(record, to: &input, pings: &unlistedPings)
    input.reduce()
    unlisted = input
  }

  /// The report.
  public func finish() -> Report {
    countUnlisted()
    for index in report.inputs.indices {
      report.inputs[index].completeFromTags()
      report.totals.add(report.inputs[index], pings: pingCounts[index])
      for result in report.results(of: report.inputs[index]) { tally(result) }
    }
    report.reducedInputs = report.inputs.count { $0.isReduced }
    let order = Dictionary(
      RuleDescription.all.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    report.rules = tallies.values.sorted {
      (order[$0.rule] ?? .max, $0.rule.rawValue) < (order[$1.rule] ?? .max, $1.rule.rawValue)
    }
    return report
  }

  private func newIndex(_ name: String) -> Int? {
    guard report.inputs.count < inputCapacity else { return nil }
    let index = report.inputs.count
    indexes[name] = index
    report.inputs.append(InputReport(name: name))
    pingCounts.append(0)
    weights.append(0)
    return index
  }

  private func add(_ record: ReportRecord, to input: inout InputReport, pings: inout Int) {
    switch record {
    case .check(let json):
      input.take(check: json, outcomes: &report.outcomes, remedies: &report.remedies)
    case .tag(let json): input.take(tag: json)
    case .ping(let json):
      if json["index"]?.integerValue == 0 { pings = 0 }
      pings += 1
      input.take(ping: json)
    }
  }

  private func countUnlisted() {
    guard var input = unlisted else { return }
    input.completeFromTags()
    report.unlistedInputs += 1
    report.totals.add(input, pings: unlistedPings)
    for result in report.results(of: input) { tally(result) }
    (unlisted, unlistedPings) = (nil, 0)
  }

  private func tally(_ result: RuleResult) {
    tallies[result.rule, default: RuleTally(rule: result.rule)].count(result.state)
  }

  // MARK: - Memory

  private func settle(_ index: Int) {
    if report.inputs[index].isReduced { report.inputs[index].reduce() }
    let new = report.inputs[index].weight
    weight += new - weights[index]
    weights[index] = new
    guard weight > weightCapacity else { return }
    // What is least worth a look goes first.
    let order = report.inputs.indices.filter { !report.inputs[$0].isReduced }
      .sorted { one, other in
        let ranks = (report.inputs[one].verdict.rank, report.inputs[other].verdict.rank)
        return ranks.0 == ranks.1 ? one < other : ranks.0 > ranks.1
      }
    for index in order {
      report.inputs[index].reduce()
      let new = report.inputs[index].weight
      weight += new - weights[index]
      weights[index] = new
      if weight <= weightCapacity / 4 * 3 { return }
    }
  }
}

extension Verdict? {
  /// From what is most worth a look to what is least.
  var rank: Int {
    switch self {
    case .unreadable: 0
    case .fail: 1
    case .absent: 2
    case .warn: 3
    case nil: 4
    case .pass: 5
    }
  }

  /// What people read.
  var words: String { self?.rawValue ?? "not checked" }
}

import Conformance
import Records

/// The first page of a report: the causes of problems, and the inputs by harm, each with its main problem.
struct ReportIndex: Sendable {
  /// The row of an input in the table.
  struct Entry: Sendable {
    let harm: InputHarm
    /// The main problem; nil where there is none.
    var problem: String?
    /// Indexes into `causes`, the main one first.
    var causes: [Int] = []
    var strips: [MiniStrip] = []
    /// Renditions without a strip here.
    var otherStrips = 0
  }

  /// By the index of the input.
  private(set) var entries: [Entry] = []
  /// The causes, the worst first.
  private(set) var causes: [ReportCause] = []
  /// The indexes of the inputs, the one that hurts most first.
  private(set) var order: [Int] = []

  /// As many renditions of an input have a strip.
  static let shownStrips = 6

  init(_ report: Report) {
    var indexes: [ReportCause.Kind: Int] = [:]
    for (number, input) in report.inputs.enumerated() {
      let all = Self.strips(of: input, in: report)
      var entry = Entry(harm: InputHarm(input, strips: all))
      entry.strips = Array(all.prefix(Self.shownStrips))
      entry.otherStrips = all.count - entry.strips.count
      // Only where the stream is the reason a player has a finding.
      let hasLosses = input.findings.contains { PlayerLine.isMade(by: $0.rule) }
      let players = hasLosses ? report.players(of: input) : []
      for problem in Self.problems(of: input, in: report) {
        let index = indexes[problem.kind] ?? causes.count
        if index == causes.count {
          indexes[problem.kind] = index
          causes.append(
            ReportCause(
              problem.kind,
              severity: problem.cause?.severity ?? .error,
              message: problem.message,
              remedy: problem.remedy
            )
          )
        }
        causes[index]
          .add(input, at: number, findings: problem.cause, harm: entry.harm, players: players)
        entry.causes.append(index)
        entry.problem = entry.problem ?? problem.message
      }
      if let reason = input.notJudged { entry.problem = reason }
      entries.append(entry)
    }
    sortCauses()
    order = entries.indices.sorted { one, other in
      let harms = (entries[one].harm, entries[other].harm)
      return harms.0 < harms.1 || (!(harms.1 < harms.0) && one < other)
    }
  }

  private mutating func sortCauses() {
    let sorted = causes.indices.sorted { one, other in
      if causes[one].hurtsMore(than: causes[other]) { return true }
      return !causes[other].hurtsMore(than: causes[one]) && one < other
    }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    causes = sorted.map { causes[$0] }
    for index in entries.indices {
      entries[index].causes = entries[index].causes.compactMap { places[$0] }
    }
  }

  private static func strips(of input: InputReport, in report: Report) -> [MiniStrip] {
    guard !input.isReduced else { return [] }
    let cover = TrackCover(input, results: report.results(of: input))
    return input.tracks.enumerated().compactMap { index, track in
      MiniStrip(track, isCovered: cover.words[index] != nil, status: input.status)
    }
  }

  // MARK: - Problems

  private struct Problem {
    var kind: ReportCause.Kind
    var cause: FindingCause?
    var message: String
    var remedy: String?
  }

  /// The problems of an input, the main problem first.
  private static func problems(of input: InputReport, in report: Report) -> [Problem] {
    var problems: [Problem] = []
    if let failure = input.failure {
      let name = input.name + ": "
      let words = failure.hasPrefix(name) ? String(failure.dropFirst(name.count)) : failure
      problems.append(Problem(kind: .unreadable, message: words))
    } else if input.status == .unreadable {
      problems.append(Problem(kind: .unreadable, message: "could not be read"))
    }
    let found = FindingCause.causes(of: findings(of: input)).map { cause in
      let message = cause.findings.first?.message ?? ""
      return Problem(
        kind: .rule(cause.rule),
        cause: cause,
        message: message.isEmpty ? RuleTitle.words(cause.rule) : message,
        remedy: cause.remedy ?? report.remedies[cause.rule]
      )
    }
    // The alarm of a lost feed says the same.
    let failure = problems.first?.message
    problems += found.filter { $0.cause?.severity == .error && $0.message != failure }
    if !input.missing.isEmpty {
      problems.append(
        Problem(
          kind: .required,
          message: "required, but missing: \(input.missing.joined(separator: ", "))"
        )
      )
    }
    return problems + found.filter { $0.cause?.severity != .error }
  }

  /// The findings; of an input whose findings are not kept, one for each rule, without a place.
  private static func findings(of input: InputReport) -> [Finding] {
    guard input.isReduced else { return input.findings }
    return input.findingsByRule.sorted { $0.key.rawValue < $1.key.rawValue }.map { rule, known in
      Finding(
        rule: rule,
        severity: known.severity,
        place: Place(),
        message: "",
        count: known.count
      )
    }
  }
}

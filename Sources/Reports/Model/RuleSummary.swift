import Conformance

/// The results of the rules of an input, folded: what failed or warned, what passed, and what was not
/// assessed for which reasons.
struct RuleSummary {
  /// Rules that were not assessed for the same reason.
  struct Unassessed {
    var reason: String
    var rules: [RuleID]
  }

  /// Results of rules that failed, then of those that warned.
  let broken: [RuleResult]
  /// Results of rules that passed.
  let passed: [RuleResult]
  /// Rules that were not assessed, the most frequent reason first.
  let unassessed: [Unassessed]

  init(_ results: [RuleResult]) {
    broken = results.filter { $0.state == .fail } + results.filter { $0.state == .warn }
    passed = results.filter { $0.state == .pass }
    var reasons: [Unassessed] = []
    for result in results where result.state == .notAssessed {
      let reason = Self.words(result.notAssessed)
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].rules.append(result.rule)
      } else {
        reasons.append(Unassessed(reason: reason, rules: [result.rule]))
      }
    }
    unassessed = reasons.sorted { $0.rules.count > $1.rules.count }
  }

  /// `2 failed`, `1 failed, 1 warned`.
  var brokenWords: String {
    let failed = broken.count { $0.state == .fail }
    let parts = [(failed, "failed"), (broken.count - failed, "warned")].filter { $0.0 > 0 }
    return parts.isEmpty ? "0 failed" : parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  /// How many rules were not assessed.
  var unassessedCount: Int { unassessed.reduce(0) { $0 + $1.rules.count } }

  /// Why a rule was not assessed.
  static func words(_ reason: NotAssessed?) -> String {
    switch reason {
    case .needsKey: "needs Nielsen's key"
    case .needsWatermarkDecoder: "needs a watermark decoder"
    case .carriage: "about another carriage"
    case .noTags: "no tags to judge"
    case .tooFewTags: "too few tags"
    case .tooShort: "input too short"
    case .noAudio: "no audio to compare with"
    case .noClock: "no clock"
    case .noWallClock: "no time of day"
    case .heuristicUnconfirmed: "the watermark fields do not fit this stream"
    case .notRead: "not read, or not given"
    case .oneRendition: "only one rendition"
    case nil: "no reason given"
    }
  }
}

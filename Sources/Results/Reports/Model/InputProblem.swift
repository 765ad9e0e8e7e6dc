import Conformance
import Records

/// A problem of an input: findings with a common cause, an input that could not be read, or missing tags that
/// `--require` requires.
struct InputProblem: Sendable {
  var kind: ReportCause.Kind
  /// The findings of the problem. Nil unless `kind` is a rule.
  var cause: FindingCause?
  /// A description of the problem, such as the message of its first finding.
  var message: String
  var remedy: String?

  /// The problems of an input: a failure to read the input, errors, missing requirements, and then warnings.
  static func all(of input: InputReport, in report: Report) -> [InputProblem] {
    var problems: [InputProblem] = []
    if let failure = input.failure {
      let name = input.name + ": "
      let words = failure.hasPrefix(name) ? String(failure.dropFirst(name.count)) : failure
      problems.append(InputProblem(kind: .unreadable, message: words))
    } else if input.status == .unreadable {
      problems.append(InputProblem(kind: .unreadable, message: "could not be read"))
    }
    let found = FindingCause.causes(of: findings(of: input)).map { cause in
      let message = cause.findings.first?.message ?? ""
      return InputProblem(
        kind: .rule(cause.rule),
        cause: cause,
        message: message.isEmpty ? RuleTitle.words(cause.rule) : message,
        remedy: cause.remedy ?? report.remedies[cause.rule]
      )
    }
    // An alarm for a lost feed has the same message as the failure, and is left out.
    let failure = problems.first?.message
    problems += found.filter { $0.cause?.severity == .error && $0.message != failure }
    if !input.missing.isEmpty {
      problems.append(
        InputProblem(
          kind: .required,
          message: "required, but missing: \(input.missing.joined(separator: ", "))"
        )
      )
    }
    return problems + found.filter { $0.cause?.severity != .error }
  }

  /// The findings of an input. If its details were dropped, one finding for each rule, without a position or message.
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

/// The harm of an input's problem, for sorting: first by status, from the most serious, then by the seconds without
/// credit.
struct InputHarm: Sendable, Equatable, Comparable {
  let status: InputStatus
  /// The approximate number of seconds without credit in the worst rendition.
  let lostSeconds: Double

  init(_ input: InputReport, strips: [MiniStrip]) {
    status = input.status
    switch status {
    case .absent: lostSeconds = input.duration ?? 0
    case .fail, .warn:
      let gap = input.longestGap.flatMap { $0 > RuleDescription.cadenceGapLimit ? $0 : nil } ?? 0
      lostSeconds = max(gap, strips.map(\.lostSeconds).max() ?? 0)
    default: lostSeconds = 0
    }
  }

  /// Whether the input has no tags, failed, or could not be read.
  var isProblem: Bool { [.absent, .fail, .unreadable].contains(status) }

  static func < (one: InputHarm, other: InputHarm) -> Bool {
    let ranks = (one.status.rank, other.status.rank)
    return ranks.0 == ranks.1 ? one.lostSeconds > other.lostSeconds : ranks.0 < ranks.1
  }
}

import Conformance
import Formats

extension SARIF {
  /// The rules of `check`, and after them those of what `--require` asks for.
  static let checkRules: [Rule] =
    RuleDescription.all.map { rule in
      Rule(
        id: rule.id.rawValue,
        summary: rule.summary,
        help: rule.traits.remedy,
        level: Level(rule.traits.severity)
      )
    }
    + RequiredPresence.allCases.map { presence in
      Rule(
        id: ruleID(of: presence),
        summary: "'\(presence.rawValue)' is there, as required.",
        help: "Find out why it is missing."
      )
    }

  /// The rule of what `--require` asks for, as the JUnit form names its case: none of the checker's.
  package static func ruleID(of presence: RequiredPresence) -> String {
    "require-\(presence.rawValue)"
  }

  /// Adds an input of `check`: a result for each finding, and for each thing required that is missing. The level of a
  /// result is the severity of its finding, also where `--strict` lets a warning fail the input: its
  /// verdict says so.
  mutating func append(_ report: CheckReport) {
    let whole = Location(uri: ArtifactURI.of(Place(), in: report))
    for finding in report.findings {
      let place = finding.place
      append(
        Result(
          rule: finding.rule.rawValue,
          level: Level(finding.severity),
          message: Self.words(finding),
          count: finding.count,
          location: Location(
            uri: ArtifactURI.of(place, in: report),
            offset: place.offset
          )
        )
      )
    }
    for missing in report.missing {
      append(
        Result(
          rule: Self.ruleID(of: missing),
          level: .error,
          message: "'\(missing.rawValue)' is required and is not there",
          count: nil,
          location: whole
        )
      )
    }
    if let reason = report.notJudged {
      let rule = "tag-present"
      append(Result(rule: rule, level: .note, message: reason, count: nil, location: whole))
    }
    if let failure = report.failure { append(failure: failure.description, whole) }
    append(input: report.input, verdict: report.verdict.rawValue)
  }

  /// The place in the media is in the message, since viewers show no other; what follows from rule and
  /// location does not.
  private static func words(_ finding: Finding) -> String {
    let place = finding.place
    let places = [place.rendition, place.time.flatMap(Decimals.fixed).map { "\($0) s" }]
      .compactMap { $0 }
    return finding.message + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
  }
}

extension SARIF.Level {
  fileprivate init(_ severity: Severity) {
    self =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .info: .note
      }
  }
}

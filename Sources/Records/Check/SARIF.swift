import Conformance
import Formats

/// Reports as SARIF 2.1.0 (OASIS): a run for each input, the rules in its driver, a result for each
/// finding and for each thing required that is missing.
///
/// The level of a result is the severity of its finding, also where `--strict` lets a warning fail the
/// input: `verdict` among the properties of the run tells how the input ended, strictness included.
/// `executionSuccessful` is about reading alone (3.20.14).
package enum SARIF {
  package static let opening = """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[

    """

  package static let closing = "\n]}\n"

  /// The run of an input, with the comma that parts it from the one before.
  static func run(of report: CheckReport, isFirst: Bool) -> String {
    let run = JSONValue.object([
      .init("tool", tool),
      .init("columnKind", .string("utf16CodeUnits")),
      .init("invocations", .array([invocation(report)])),
      .init(
        "results",
        .array(
          report.findings.map { result(of: $0, in: report) }
            + report.missing.map { result(of: $0, in: report) }
        )
      ),
      .init("properties", .object([.init("verdict", .string(report.verdict.rawValue))])),
    ])
    return (isFirst ? "" : ",\n") + run.text
  }

  /// The rule of what `--require` asks for, as the JUnit form names its case: none of the checker's.
  package static func ruleID(of presence: RequiredPresence) -> String {
    "require-\(presence.rawValue)"
  }

  private static var tool: JSONValue {
    let rules = RuleDescription.all.map { rule in
      JSONValue.object([
        .init("id", .string(rule.id.rawValue)),
        .init("help", .object([.init("text", .string(rule.traits.remedy))])),
        .init(
          "defaultConfiguration",
          .object([.init("level", .string(level(rule.traits.severity)))])
        ),
      ])
    }
    let requirements = RequiredPresence.allCases.map { presence in
      JSONValue.object([
        .init("id", .string(ruleID(of: presence))),
        .init("help", .object([.init("text", .string("Look why it is missing."))])),
        .init("defaultConfiguration", .object([.init("level", .string("error"))])),
      ])
    }
    let driver = JSONValue.object([
      .init("name", .string("id3tap")), .init("rules", .array(rules + requirements)),
    ])
    return .object([.init("driver", driver)])
  }

  /// Whether the input could be read, and what went wrong.
  private static func invocation(_ report: CheckReport) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("executionSuccessful", .bool(report.failure == nil))
    ]
    if let failure = report.failure {
      let words = JSONValue.object([.init("text", .string(failure.description))])
      members.append(
        .init(
          "toolExecutionNotifications",
          .array([.object([.init("level", .string("error")), .init("message", words)])])
        )
      )
    }
    return .object(members)
  }

  private static func result(of finding: Finding, in report: CheckReport) -> JSONValue {
    .object([
      .init("ruleId", .string(finding.rule.rawValue)),
      .init("level", .string(level(finding.severity))),
      .init("message", .object([.init("text", .string(FindingText.line(finding)))])),
      .init("occurrenceCount", JSONValue(finding.count)),
      .init("locations", .array([location(finding.place, in: report)])),
    ])
  }

  private static func result(of missing: RequiredPresence, in report: CheckReport) -> JSONValue {
    let words = "'\(missing.rawValue)' is required and is not there"
    return .object([
      .init("ruleId", .string(ruleID(of: missing))),
      .init("level", .string("error")),
      .init("message", .object([.init("text", .string(words))])),
      .init("locations", .array([location(Place(), in: report)])),
    ])
  }

  private static func location(_ place: Place, in report: CheckReport) -> JSONValue {
    let uri = ArtifactURI.of(place, in: report)
    var physical: [JSONValue.Member] = [
      .init("artifactLocation", .object([.init("uri", .string(uri))]))
    ]
    if let offset = place.offset, offset >= 0 {
      physical.append(.init("region", .object([.init("byteOffset", JSONValue(offset))])))
    }
    return .object([.init("physicalLocation", .object(physical))])
  }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// An input as a URI reference.
  package static func uri(_ input: String) -> String { ArtifactURI.reference(to: input) }
}

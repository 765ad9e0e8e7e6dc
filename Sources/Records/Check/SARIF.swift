import Conformance
import Documents
import Formats

/// SARIF 2.1.0 (OASIS): one run for all inputs, a result for each finding and for each thing required that is
/// missing, and in its driver the rules of those results.
///
/// The level of a result is the severity of its finding, also where `--strict` lets a warning fail the
/// input: `verdicts` among the properties of the run say how each input ended, strictness included.
/// `executionSuccessful` is about reading alone (3.20.14).
package enum SARIF {
  package static let opening = """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[

    """

  package static let closing = "\n]}\n"

  /// The rule of what `--require` asks for, as the JUnit form names its case: none of the checker's.
  package static func ruleID(of presence: RequiredPresence) -> String {
    "require-\(presence.rawValue)"
  }

  /// The start of a document of `check`, up to its first result.
  static var runOpening: String {
    opening + #"{"columnKind":"utf16CodeUnits","results":["#
  }

  /// The text after the last result: the rules that the results name are known only then.
  static func runClosing(
    rules: Set<String>,
    failures: [JSONValue],
    verdicts: [JSONValue]
  ) -> String {
    let invocation = JSONValue.object([
      .init("executionSuccessful", .bool(failures.isEmpty)),
      .init("toolExecutionNotifications", .array(failures)),
    ])
    let properties = JSONValue.object([.init("verdicts", .array(verdicts))])
    return "\n]," + #""tool":"# + tool(rules).text + #","invocations":["# + invocation.text
      + #"],"properties":"# + properties.text + "}" + closing
  }

  /// The driver with the named rules, in the order of all rules.
  private static func tool(_ named: Set<String>) -> JSONValue {
    let rules = RuleDescription.all.filter { named.contains($0.id.rawValue) }.map { rule in
      JSONValue.object([
        .init("id", .string(rule.id.rawValue)),
        .init("shortDescription", .object([.init("text", .string(rule.summary))])),
        .init("help", .object([.init("text", .string(rule.traits.remedy))])),
        .init(
          "defaultConfiguration",
          .object([.init("level", .string(level(rule.traits.severity)))])
        ),
      ])
    }
    let required = RequiredPresence.allCases.filter { named.contains(ruleID(of: $0)) }
    let requirements = required.map { presence in
      JSONValue.object([
        .init("id", .string(ruleID(of: presence))),
        .init(
          "shortDescription",
          .object([.init("text", .string("'\(presence.rawValue)' is there, as required."))])
        ),
        .init("help", .object([.init("text", .string("Find out why it is missing."))])),
        .init("defaultConfiguration", .object([.init("level", .string("error"))])),
      ])
    }
    let driver = JSONValue.object([
      .init("name", .string("id3tap")),
      .init("semanticVersion", .string(ToolVersion.id3tap)),
      .init("rules", .array(rules + requirements)),
    ])
    return .object([.init("driver", driver)])
  }

  /// Why an input could not be read; nil when it could.
  static func notification(_ report: CheckReport) -> JSONValue? {
    report.failure.map { failure in
      .object([
        .init("level", .string("error")),
        .init("message", .object([.init("text", .string(failure.description))])),
        .init("locations", .array([location(Place(), in: report)])),
      ])
    }
  }

  /// How an input ended.
  static func verdict(_ report: CheckReport) -> JSONValue {
    .object([
      .init("input", .string(report.input)), .init("verdict", .string(report.verdict.rawValue)),
    ])
  }

  /// The rules that the results of an input name.
  static func rules(of report: CheckReport) -> Set<String> {
    Set(
      report.findings.map(\.rule.rawValue) + report.missing.map { ruleID(of: $0) }
        + (report.notJudged == nil ? [] : [presence])
    )
  }

  /// The results of an input.
  static func results(of report: CheckReport) -> [JSONValue] {
    report.findings.map { result(of: $0, in: report) }
      + report.missing.map { result(of: $0, in: report) }
      + [report.notJudged].compactMap { $0 }.map { reason in
        .object([
          .init("ruleId", .string(presence)),
          .init("level", .string("note")),
          .init("message", .object([.init("text", .string(reason))])),
          .init("locations", .array([location(Place(), in: report)])),
        ])
      }
  }

  /// The rule that an input without a verdict is reported under.
  private static let presence = "tag-present"

  /// The place in the media is in the message, since viewers show no other; what follows from rule
  /// and location does not.
  private static func result(of finding: Finding, in report: CheckReport) -> JSONValue {
    let place = finding.place
    let places = [place.rendition, place.time.flatMap(Decimals.fixed).map { "\($0) s" }]
      .compactMap { $0 }
    let words = finding.message + (places.isEmpty ? "" : " (\(places.joined(separator: ", ")))")
    return .object([
      .init("ruleId", .string(finding.rule.rawValue)),
      .init("level", .string(level(finding.severity))),
      .init("message", .object([.init("text", .string(words))])),
      .init("occurrenceCount", JSONValue(finding.count)),
      .init("locations", .array([location(place, in: report)])),
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

/// The document of `check`: results are written as they come.
struct SARIFDocument: RowDocument {
  private var isStarted = false
  private var hasResults = false
  private var rules: Set<String> = []
  private var failures: [JSONValue] = []
  private var verdicts: [JSONValue] = []

  mutating func append(_ row: CheckRow, to bytes: inout [UInt8]) {
    start(&bytes)
    for result in SARIF.results(of: row.report) {
      bytes += (hasResults ? ",\n" : "\n").utf8
      result.append(to: &bytes)
      hasResults = true
    }
    rules.formUnion(SARIF.rules(of: row.report))
    if let failure = SARIF.notification(row.report) { failures.append(failure) }
    verdicts.append(SARIF.verdict(row.report))
  }

  mutating func finish(to bytes: inout [UInt8]) {
    start(&bytes)
    bytes += SARIF.runClosing(rules: rules, failures: failures, verdicts: verdicts).utf8
  }

  private mutating func start(_ bytes: inout [UInt8]) {
    guard !isStarted else { return }
    isStarted = true
    bytes += SARIF.runOpening.utf8
  }
}

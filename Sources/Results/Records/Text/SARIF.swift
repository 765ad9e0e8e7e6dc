import Formats

/// A SARIF 2.1.0 document (OASIS): one run with a result for each finding. The driver lists the rules that have
/// results.
///
/// The property `verdicts` of the run has the verdict on each input. `executionSuccessful` only tells whether all
/// inputs could be read (3.20.14).
package struct SARIF: Sendable {
  package enum Level: String, Sendable { case error, warning, note }

  package struct Rule: Sendable {
    package var id: String
    /// A statement that is true if the rule passes. `help` is the remedy if it fails.
    package var summary: String?
    package var help: String?
    package var level = Level.error

    package init(id: String, summary: String? = nil, help: String? = nil, level: Level = .error) {
      (self.id, self.summary, self.help, self.level) = (id, summary, help, level)
    }
  }

  /// The file of a result as a URI reference, and the byte position in it.
  package struct Location: Sendable {
    package var uri: String
    package var offset: Int64?

    package init(uri: String, offset: Int64? = nil) { (self.uri, self.offset) = (uri, offset) }

    fileprivate var json: JSONValue {
      var physical: [JSONValue.Member] = [
        .init("artifactLocation", .object([.init("uri", .string(uri))]))
      ]
      if let offset, offset >= 0 {
        physical.append(.init("region", .object([.init("byteOffset", .integer(offset))])))
      }
      return .array([.object([.init("physicalLocation", .object(physical))])])
    }
  }

  package struct Result: Sendable {
    package var rule: String
    package var level: Level
    package var message: String
    /// The number of occurrences. Nil if they are not counted.
    package var count: Int?
    package var location: Location

    package init(rule: String, level: Level, message: String, count: Int?, location: Location) {
      (self.rule, self.level, self.message) = (rule, level, message)
      (self.count, self.location) = (count, location)
    }
  }

  private let rules: [Rule]
  private var named: Set<String> = []
  private var failures: [JSONValue] = []
  private var verdicts: [JSONValue] = []
  private var hasResults = false
  /// The part of the document that has not been written yet.
  private var bytes = Array(
    """
    {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[
    {"columnKind":"utf16CodeUnits","results":[
    """.utf8
  )

  /// Creates a document. `rules` are all rules that may occur in results, in the order of the document.
  package init(rules: [Rule]) { self.rules = rules }

  package mutating func append(_ result: Result) {
    bytes += (hasResults ? ",\n" : "\n").utf8
    hasResults = true
    named.insert(result.rule)
    var members: [JSONValue.Member] = [
      .init("ruleId", .string(result.rule)),
      .init("level", .string(result.level.rawValue)),
      .init("message", Self.text(result.message)),
    ]
    if let count = result.count { members.append(.init("occurrenceCount", JSONValue(count))) }
    members.append(.init("locations", result.location.json))
    JSONValue.object(members).append(to: &bytes)
  }

  package mutating func append(input: String, verdict: String) {
    verdicts.append(.object([.init("input", .string(input)), .init("verdict", .string(verdict))]))
  }

  /// Adds the reason why an input could not be read completely.
  package mutating func append(failure: String, _ location: Location) {
    failures.append(
      .object([
        .init("level", .string("error")), .init("message", Self.text(failure)),
        .init("locations", location.json),
      ])
    )
  }

  /// Writes the results that were added since the last call.
  package mutating func write(to other: inout [UInt8]) {
    other += bytes
    bytes = []
  }

  /// Writes the rest of the document, including the rules, which are known only after the last result.
  package mutating func finish(to other: inout [UInt8]) {
    write(to: &other)
    let driver = JSONValue.object([
      .init("name", .string("id3tap")),
      .init("semanticVersion", .string(ToolVersion.id3tap)),
      .init("rules", .array(rules.filter { named.contains($0.id) }.map(Self.rule))),
    ])
    let invocation = JSONValue.object([
      .init("executionSuccessful", .bool(failures.isEmpty)),
      .init("toolExecutionNotifications", .array(failures)),
    ])
    other += "\n],\"tool\":".utf8
    JSONValue.object([.init("driver", driver)]).append(to: &other)
    other += ",\"invocations\":".utf8
    JSONValue.array([invocation]).append(to: &other)
    other += ",\"properties\":".utf8
    JSONValue.object([.init("verdicts", .array(verdicts))]).append(to: &other)
    other += "}\n]}\n".utf8
  }

  private static func rule(_ rule: Rule) -> JSONValue {
    let texts = [("shortDescription", rule.summary), ("help", rule.help)].compactMap { key, words in
      words.map { JSONValue.Member(key, text($0)) }
    }
    let level = JSONValue.object([.init("level", .string(rule.level.rawValue))])
    return .object(
      [.init("id", .string(rule.id))] + texts + [.init("defaultConfiguration", level)]
    )
  }

  private static func text(_ words: String) -> JSONValue {
    .object([.init("text", .string(words))])
  }
}

/// Writes rows as SARIF; the results of each row are written immediately.
package struct SARIFRows<Row>: RowDocument {
  private var document: SARIF
  private let add: @Sendable (Row, inout SARIF) -> Void

  package init(rules: [SARIF.Rule], _ add: @escaping @Sendable (Row, inout SARIF) -> Void) {
    (document, self.add) = (SARIF(rules: rules), add)
  }

  package mutating func append(_ row: Row, to bytes: inout [UInt8]) {
    add(row, &document)
    document.write(to: &bytes)
  }

  package mutating func finish(to bytes: inout [UInt8]) { document.finish(to: &bytes) }
}

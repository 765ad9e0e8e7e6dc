import Formats
import Records

extension ComparisonRow {
  /// A result for each difference.
  var sarif: JSONValue {
    let rules = PingDifference.Kind.allCases.map { kind in
      JSONValue.object([.init("id", .string(kind.rawValue))])
    }
    let driver = JSONValue.object([.init("name", .string("id3tap")), .init("rules", .array(rules))])
    let location = JSONValue.object([
      .init(
        "physicalLocation",
        .object([.init("artifactLocation", .object([.init("uri", .string(SARIF.uri(actual)))]))])
      )
    ])
    let results = report.differences.map { difference in
      JSONValue.object([
        .init("ruleId", .string(difference.kind.rawValue)),
        .init("level", .string("error")),
        .init(
          "message",
          .object([.init("text", .string("\(difference.message); likely: \(difference.cause)"))])
        ),
        .init("occurrenceCount", JSONValue(difference.count)),
        .init("locations", .array([location])),
      ])
    }
    return .object([
      .init("tool", .object([.init("driver", driver)])),
      .init("columnKind", .string("utf16CodeUnits")),
      .init("invocations", .array([.object([.init("executionSuccessful", .bool(true))])])),
      .init("results", .array(results)),
    ])
  }
}

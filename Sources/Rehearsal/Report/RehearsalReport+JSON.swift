import Formats

extension RehearsalReport {
  /// One object, with a line feed after it.
  package var json: String { value.text + "\n" }

  var value: JSONValue {
    .object([
      .init("capture", .string(capture)),
      .init("stream", JSONValue(stream)),
      .init("products", .array(products.map { .string($0.rawValue) })),
      .init("passed", JSONValue(count(.passed))),
      .init("failed", JSONValue(count(.failed))),
      .init("notAssessed", JSONValue(count(.notAssessed))),
      .init("otherProduct", JSONValue(count(.otherProduct))),
      .init("items", .array(entries.map { .object($0.members) })),
      .init(
        "byHand",
        .array(
          byHand.map {
            .object([.init("what", .string($0.what)), .init("source", .string($0.source))])
          }
        )
      ),
    ])
  }
}

extension RehearsalEntry {
  /// Its fields in JSON.
  package var members: [JSONValue.Member] {
    [
      .init("id", .string(id)),
      .init("group", .string(group)),
      .init("title", .string(title)),
      .init("status", .string(status.rawValue)),
      .init("evidence", .array(evidence.map { JSONValue($0) })),
      .init("evidenceTimes", .array(times.map { JSONValue($0) })),
      .init("evidenceCount", JSONValue(evidenceCount)),
      .init("expected", JSONValue(expected)),
      .init("seen", JSONValue(seen)),
      .init("remedy", JSONValue(remedy)),
      .init("record", JSONValue(record)),
      .init("source", .string(source)),
      .init("basis", .string(basis)),
    ]
  }
}

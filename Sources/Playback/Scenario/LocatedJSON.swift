/// A JSON value (RFC 8259) that knows its line, for messages about files that people write.
package struct LocatedJSON: Sendable {
  /// What the value is.
  package enum Value: Sendable {
    case object([Member])
    case array([LocatedJSON])
    case text(String)
    /// As it is written.
    case number(String)
    case truth(Bool)
    case null
  }

  /// A name and its value.
  package struct Member: Sendable {
    package var name: String
    /// The line of the name, from 1.
    package var line: Int
    package var value: LocatedJSON
  }

  /// What the value is.
  package var value: Value
  /// The line on which it begins, from 1.
  package var line: Int

  /// Reads `bytes`.
  /// - Throws: ``ScenarioError`` when they hold anything else than one JSON value.
  package static func read(_ bytes: [UInt8]) throws(ScenarioError) -> LocatedJSON {
    var scanner = JSONScanner(bytes)
    let value = try scanner.value(depth: 0)
    try scanner.expectEnd()
    return value
  }
}

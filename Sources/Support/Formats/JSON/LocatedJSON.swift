/// A JSON value (RFC 8259) that knows its line, for messages about files of users.
package struct LocatedJSON: Sendable {
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

  package var value: Value
  /// The line on which it begins, from 1.
  package var line: Int
}

extension LocatedJSON {
  /// Reads one value, strictly: no name comes twice in an object, and texts are UTF-8. A byte order mark, as
  /// some editors write, means nothing.
  package init(parsing bytes: [UInt8]) throws(JSONFault) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    var scanner = JSONScanner(text, depthLimit: 32)
    self = try Self.value(&scanner)
    try scanner.end()
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONFault) -> LocatedJSON {
    let first = scanner.next()
    let line = scanner.line
    let value: Value
    switch first {
    case UInt8(ascii: "{"): value = .object(try members(&scanner))
    case UInt8(ascii: "["):
      var values: [LocatedJSON] = []
      try scanner.elements { (scanner) throws(JSONFault) in
        values.append(try Self.value(&scanner))
      }
      value = .array(values)
    case UInt8(ascii: "\""): value = .text(try scanner.text(isStrict: true))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), nil:
      value = try scanner.word().map(Value.truth) ?? .null
    default: value = .number(try scanner.number().text)
    }
    return LocatedJSON(value: value, line: line)
  }

  private static func members(_ scanner: inout JSONScanner) throws(JSONFault) -> [Member] {
    var members: [Member] = []
    var names: Set<String> = []
    try scanner.members { (scanner) throws(JSONFault) in
      let line = scanner.line
      let name = try scanner.text(isStrict: true)
      do throws(JSONFault) {
        guard names.insert(name).inserted else { throw scanner.fault(.nameRepeated) }
        try scanner.colon()
      } catch {
        throw JSONFault(
          problem: error.problem,
          offset: error.offset,
          line: error.line,
          name: name
        )
      }
      members.append(Member(name: name, line: line, value: try value(&scanner)))
    }
    return members
  }
}

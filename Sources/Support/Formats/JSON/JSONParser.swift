extension JSONValue {
  /// Parses one JSON value (RFC 8259) in UTF-8. Only white space may surround it.
  ///
  /// Numbers with a fraction or an exponent, and integers beyond 64 bits, become `seconds`. Throws ``JSONFault`` for
  /// invalid JSON, and for values nested more than 64 levels deep.
  package init(parsing bytes: some Collection<UInt8>) throws(JSONFault) {
    var scanner = JSONScanner(Array(bytes), depthLimit: 64)
    self = try Self.value(&scanner)
    try scanner.end()
  }

  private static func value(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
    switch scanner.next() {
    case UInt8(ascii: "{"): return .object(try members(&scanner))
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      try scanner.elements { (scanner) throws(JSONFault) in values.append(try value(&scanner)) }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try scanner.text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), nil:
      return JSONValue(try scanner.word())
    default:
      let (text, isInteger) = try scanner.number()
      if isInteger, let integer = Int64(text) { return .integer(integer) }
      guard let real = Double(text) else { throw scanner.fault(.noValue) }
      return .seconds(real)
    }
  }

  private static func members(_ scanner: inout JSONScanner) throws(JSONFault) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(8)
    try scanner.members { (scanner) throws(JSONFault) in
      let key = try scanner.text()
      try scanner.colon()
      members.append(Member(key, try value(&scanner)))
    }
    return members
  }
}

/// A fault in a JSON text, with its position.
package struct JSONFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Problem: Sendable {
    case ended, noValue, unknownWord, trailing, tooDeep
    case nameMissing, colonMissing, braceMissing, bracketMissing, nameRepeated
    case leadingZero, fractionMissing, exponentMissing
    case controlInText, textEnds, unknownEscape, hexadecimalMissing, halfCharacter, notUTF8
  }

  package var problem: Problem
  /// The byte offset of the fault, from 0.
  package var offset: Int
  /// The line of the fault, from 1.
  package var line: Int
  /// The name of the object member with the fault; nil if it is unknown.
  package var name: String?

  package var description: String { "\(reason) at byte \(offset)" }

  package var reason: String {
    switch problem {
    case .ended: "the JSON text ends too early"
    case .noValue, .unknownWord: "a JSON value is expected"
    case .trailing: "there is text after the end of the JSON value"
    case .tooDeep: "values are nested too deeply"
    case .nameMissing: "a name in quotes is expected"
    case .nameRepeated: "the field '\(PrintableText.escaping(name ?? ""))' appears twice"
    case .colonMissing:
      "a colon is missing after \(name.map { "'\(PrintableText.escaping($0))'" } ?? "a name")"
    case .braceMissing: "a comma or '}' is missing"
    case .bracketMissing: "a comma or ']' is missing"
    case .leadingZero: "a number has a leading zero"
    case .fractionMissing: "a number has no digits after its decimal point"
    case .exponentMissing: "a number has no exponent after its 'e'"
    case .controlInText: "a string contains a line break or another unescaped control character"
    case .textEnds: "a string does not end"
    case .unknownEscape: "a string has an unknown escape"
    case .hexadecimalMissing: "four hexadecimal digits are missing after '\\u'"
    case .halfCharacter: "a string has an incomplete surrogate pair"
    case .notUTF8: "a string is not UTF-8"
    }
  }
}

/// A JSON value (RFC 8259) with its line number, for messages about users' files.
package struct LocatedJSON: Sendable {
  package enum Value: Sendable {
    case object([Member])
    case array([LocatedJSON])
    case text(String)
    /// The number as written.
    case number(String)
    case truth(Bool)
    case null
  }

  package struct Member: Sendable {
    package var name: String
    /// The line of the name, from 1.
    package var line: Int
    package var value: LocatedJSON
  }

  package var value: Value
  /// The line on which the value begins, from 1.
  package var line: Int
}

extension LocatedJSON {
  /// Parses one value strictly: names in an object must be unique, and strings must be valid UTF-8. A byte order mark,
  /// which some editors write, is ignored.
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

/// A text is not JSON.
package struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The problem, in a few words.
  package let reason: String
  /// Where, in bytes from 0.
  package let offset: Int

  package init(_ fault: JSONFault) {
    reason = Self.words(for: fault.problem)
    offset = fault.offset
  }

  /// The problem and its position.
  package var description: String { "\(reason) at byte \(offset)" }

  private static func words(for problem: JSONFault.Problem) -> String {
    switch problem {
    case .ended: "it ends too early"
    case .noValue, .leadingZero, .fractionMissing, .exponentMissing: "an unexpected character"
    case .unknownWord: "an unknown word"
    case .trailing: "more than one value"
    case .tooDeep: "it is nested too deeply"
    case .nameMissing: "a key is missing"
    case .nameRepeated: "a key comes twice"
    case .colonMissing: "a colon is missing"
    case .braceMissing: "a brace is missing"
    case .bracketMissing: "a bracket is missing"
    case .controlInText: "a control character in a string"
    case .textEnds: "a string does not end"
    case .unknownEscape: "an unknown escape"
    case .hexadecimalMissing: "four hexadecimal digits are missing"
    case .halfCharacter: "half a character in a string"
    case .notUTF8: "a string is not UTF-8"
    }
  }
}

extension JSONValue {
  /// Reads one JSON value (RFC 8259) in UTF-8, with nothing but white space around it.
  ///
  /// Numbers with a fraction or an exponent, and integers beyond 64 bits, become `seconds`.
  /// Throws ``JSONSyntaxError`` for anything else, and for values nested deeper than 64.
  package init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONFault) {
      var scanner = JSONScanner(Array(bytes), depthLimit: 64)
      self = try Self.value(&scanner)
      try scanner.end()
    } catch {
      throw JSONSyntaxError(error)
    }
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
    // Most objects of records have six to fifteen members.
    members.reserveCapacity(8)
    try scanner.members { (scanner) throws(JSONFault) in
      let key = try scanner.text()
      try scanner.colon()
      members.append(Member(key, try value(&scanner)))
    }
    return members
  }
}

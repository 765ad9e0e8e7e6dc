/// A text is no JSON.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in a few words.
  public let reason: String
  /// Where, in bytes from 0.
  public let offset: Int

  /// What is wrong, and where.
  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one JSON value (RFC 8259) in UTF-8, with nothing but white space around it.
  ///
  /// Numbers with a fraction or an exponent, and integers beyond 64 bits, become `seconds`.
  /// Throws ``JSONSyntaxError`` for anything else, and for values nested deeper than 64.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: Array(bytes))
    self = try parser.document()
  }
}

/// Reads JSON from bytes, strictly.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// Arrays and objects in one another: beyond this a hostile text would overflow the stack.
  private static let greatestDepth = 64

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == bytes.count else { throw error("more than one value") }
    return value
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("it ends too early")
    default: return try number()
    }
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONValue.Member] {
    try enter()
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return leave(members) }
    // Most objects of records have six to fifteen members.
    members.reserveCapacity(8)
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw error("a key is missing") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("a colon is missing") }
      members.append(JSONValue.Member(key, try value()))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("a brace is missing") }
    return leave(members)
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONValue] {
    try enter()
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return leave(values) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("a bracket is missing") }
    return leave(values)
  }

  private mutating func enter() throws(JSONSyntaxError) {
    position += 1
    depth += 1
    guard depth <= Self.greatestDepth else { throw error("it is nested too deeply") }
  }

  private mutating func leave<Content>(_ content: Content) -> Content {
    depth -= 1
    return content
  }

  // MARK: - Scalars

  private mutating func word(
    _ text: StaticString,
    _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    for index in 0..<text.utf8CodeUnitCount {
      guard take(text.utf8Start[index]) else { throw error("an unknown word") }
    }
    return value
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = position
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let real = Double(text) else { throw error("no number") }
    return .seconds(real)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw error("an unexpected character") }
  }

  private mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"): return try escapedString(Array(bytes[start..<position]))
      case 0..<0x20: throw error("a control character in a string")
      default: position += 1
      }
    }
    throw error("a string does not end")
  }

  /// The rest of a string from its first escape on.
  private mutating func escapedString(_ beginning: [UInt8]) throws(JSONSyntaxError) -> String {
    var content = beginning
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw error("a control character in a string")
      default: content.append(byte)
      }
    }
    throw error("a string does not end")
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONSyntaxError) {
    guard let byte = peek else { throw error("a string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0c)
    case UInt8(ascii: "n"): content.append(0x0a)
    case UInt8(ascii: "r"): content.append(0x0d)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content += String(try scalar()).utf8
    default: throw error("an unknown escape")
    }
  }

  /// The scalar of `\uXXXX`, or of two of them that are surrogates of each other. A lone surrogate is
  /// no scalar and becomes U+FFFD.
  private mutating func scalar() throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal()
    guard (0xd800...0xdbff).contains(first) else { return Unicode.Scalar(first) ?? "\u{fffd}" }
    let start = position
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      position = start
      return "\u{fffd}"
    }
    let second = try hexadecimal()
    guard (0xdc00...0xdfff).contains(second) else {
      position = start
      return "\u{fffd}"
    }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00)) ?? "\u{fffd}"
  }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Hexadecimal.value(of: byte) else {
        throw error("four hexadecimal digits are missing")
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }

  private func error(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(reason: reason, offset: position)
  }
}

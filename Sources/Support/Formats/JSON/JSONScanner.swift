/// Reads the tokens of a JSON text (RFC 8259) from left to right.
package struct JSONScanner {
  package let bytes: [UInt8]
  package private(set) var position = 0
  /// The line of the next byte, from 1.
  package private(set) var line = 1
  /// The maximum nesting of arrays and objects. Without this limit, hostile text could overflow the stack.
  private let depthLimit: Int
  private var depth = 0

  /// Makes a scanner for `bytes`, in which arrays and objects may be nested at most `depthLimit` levels deep.
  package init(_ bytes: [UInt8], depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  // MARK: - Structure

  /// Skips white space, and returns the first byte of the next token without reading it; nil at the end.
  package mutating func next() -> UInt8? {
    while let byte = peek {
      switch byte {
      case 0x20, 0x0d, 0x09: break
      case 0x0a: line += 1
      default: return byte
      }
      position += 1
    }
    return nil
  }

  /// Throws if anything other than white space follows.
  package mutating func end() throws(JSONFault) {
    guard next() == nil else { throw fault(.trailing) }
  }

  /// Reads an object. `body` is called for each member, and must read the member's name, the colon and the value.
  package mutating func members(
    _ body: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter()
    if next() == UInt8(ascii: "}") { return leave() }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw fault(.nameMissing) }
      try body(&self)
    } while takeToken(UInt8(ascii: ","))
    guard next() == UInt8(ascii: "}") else { throw fault(.braceMissing) }
    leave()
  }

  package mutating func colon() throws(JSONFault) {
    guard takeToken(UInt8(ascii: ":")) else { throw fault(.colonMissing) }
  }

  /// Reads an array. `body` is called for each element, and must read that element.
  package mutating func elements(
    _ body: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter()
    if next() == UInt8(ascii: "]") { return leave() }
    repeat { try body(&self) } while takeToken(UInt8(ascii: ","))
    guard next() == UInt8(ascii: "]") else { throw fault(.bracketMissing) }
    leave()
  }

  private mutating func enter() throws(JSONFault) {
    guard depth < depthLimit else { throw fault(.tooDeep) }
    depth += 1
    position += 1
  }

  private mutating func leave() {
    depth -= 1
    position += 1
  }

  // MARK: - Scalars

  /// Reads `true`, `false` or `null`; the result is nil for `null`.
  package mutating func word() throws(JSONFault) -> Bool? {
    switch next() {
    case UInt8(ascii: "t"):
      try expect("true")
      return true
    case UInt8(ascii: "f"):
      try expect("false")
      return false
    case UInt8(ascii: "n"):
      try expect("null")
      return nil
    case nil: throw fault(.ended)
    default: throw fault(.noValue)
    }
  }

  private mutating func expect(_ word: StaticString) throws(JSONFault) {
    for index in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[index]) else { throw fault(.unknownWord) }
    }
  }

  /// Reads a number: its text, and whether it has neither a fraction nor an exponent.
  package mutating func number() throws(JSONFault) -> (text: String, isInteger: Bool) {
    let start = position
    var isInteger = true
    _ = take(UInt8(ascii: "-"))
    if take(UInt8(ascii: "0")) {
      if let byte = peek, byte.isDigit { throw fault(.leadingZero) }
    } else {
      try digits(.noValue)
    }
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try digits(.fractionMissing)
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits(.exponentMissing)
    }
    return (String(decoding: bytes[start..<position], as: UTF8.self), isInteger)
  }

  private mutating func digits(_ problem: JSONFault.Problem) throws(JSONFault) {
    let start = position
    while let byte = peek, byte.isDigit { position += 1 }
    guard position > start else { throw fault(problem) }
  }

  // MARK: - Bytes

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func takeToken(_ byte: UInt8) -> Bool { next() == byte && take(byte) }

  package func fault(_ problem: JSONFault.Problem) -> JSONFault {
    JSONFault(problem: problem, offset: position, line: line)
  }
}

extension JSONScanner {
  /// Reads a string. Invalid UTF-8 and lone surrogates become U+FFFD, or are errors if `isStrict` is true.
  package mutating func text(isStrict: Bool = false) throws(JSONFault) -> String {
    position += 1
    let start = position
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try decoded(bytes[start..<position - 1], isStrict: isStrict)
      case UInt8(ascii: "\\"): return try escapedText(bytes[start..<position], isStrict: isStrict)
      case 0..<0x20: throw fault(.controlInText)
      default: position += 1
      }
    }
    throw fault(.textEnds)
  }

  /// Skips a string without decoding its escapes. Returns its range, including the quotation marks.
  package mutating func rawText() throws(JSONFault) -> Range<Int> {
    let start = position
    position += 1
    while let byte = peek {
      guard byte >= 0x20 else { throw fault(.controlInText) }
      position += 1
      if byte == UInt8(ascii: "\"") { return start..<position }
      if byte == UInt8(ascii: "\\"), peek != nil { position += 1 }
    }
    throw fault(.textEnds)
  }

  private func decoded(
    _ content: ArraySlice<UInt8>,
    isStrict: Bool
  ) throws(JSONFault) -> String {
    guard isStrict else { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else { throw fault(.notUTF8) }
    return text
  }

  /// Reads the rest of a string, starting at its first escape.
  private mutating func escapedText(
    _ beginning: ArraySlice<UInt8>,
    isStrict: Bool
  ) throws(JSONFault) -> String {
    var content = beginning
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try decoded(content, isStrict: isStrict)
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &content, isStrict: isStrict)
      case 0..<0x20: throw fault(.controlInText)
      default:
        content.append(byte)
        position += 1
      }
    }
    throw fault(.textEnds)
  }

  private mutating func escape(
    into content: inout ArraySlice<UInt8>,
    isStrict: Bool
  ) throws(JSONFault) {
    guard let byte = peek else { throw fault(.textEnds) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0c)
    case UInt8(ascii: "n"): content.append(0x0a)
    case UInt8(ascii: "r"): content.append(0x0d)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      guard let scalar = try scalar() else {
        if isStrict { throw fault(.halfCharacter) }
        content += "\u{fffd}".utf8
        return
      }
      content += String(scalar).utf8
    default: throw fault(.unknownEscape)
    }
  }

  /// Reads the scalar of `\uXXXX`, or of a surrogate pair of two such escapes; nil for a lone surrogate.
  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar? {
    let first = try codeUnit()
    guard (0xd800...0xdbff).contains(first) else { return Unicode.Scalar(first) }
    let start = position
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
      position = start
      return nil
    }
    let second = try codeUnit()
    guard (0xdc00...0xdfff).contains(second) else {
      position = start
      return nil
    }
    return Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Hexadecimal.value(of: byte) else {
        throw fault(.hexadecimalMissing)
      }
      number = number << 4 | UInt32(digit)
      position += 1
    }
    return number
  }
}

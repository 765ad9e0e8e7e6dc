/// Reads JSON from the front.
struct JSONScanner {
  /// Arrays and objects within each other at most.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    // A byte order mark, as some editors write, means nothing.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func failure(_ text: String) -> ScenarioError { ScenarioError(line: line, text) }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
      if byte == 0x0A { line += 1 }
      position += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let isThere = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if isThere { position += word.utf8CodeUnitCount }
    return isThere
  }

  /// Refuses what stands behind the value.
  mutating func expectEnd() throws(ScenarioError) {
    skipSpace()
    if next != nil { throw failure("something follows the end of the JSON text") }
  }

  mutating func value(depth: Int) throws(ScenarioError) -> LocatedJSON {
    guard depth < Self.depthLimit else { throw failure("values lie too deep within each other") }
    skipSpace()
    let start = line
    let value: LocatedJSON.Value
    switch next {
    case UInt8(ascii: "{"): value = .object(try members(depth: depth))
    case UInt8(ascii: "["): value = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): value = .text(try text())
    case UInt8(ascii: "-"): value = .number(try number())
    case .some(UInt8(ascii: "0")...UInt8(ascii: "9")): value = .number(try number())
    case nil: throw failure("the JSON text ends too early")
    default:
      if take(word: "true") {
        value = .truth(true)
      } else if take(word: "false") {
        value = .truth(false)
      } else if take(word: "null") {
        value = .null
      } else {
        throw failure("there is no JSON value where one is expected")
      }
    }
    return LocatedJSON(value: value, line: start)
  }

  private mutating func members(depth: Int) throws(ScenarioError) -> [LocatedJSON.Member] {
    var members: [LocatedJSON.Member] = []
    var names: Set<String> = []
    _ = take("{")
    skipSpace()
    if take("}") { return [] }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a name in quotes is expected") }
      let nameLine = line
      let name = try text()
      guard names.insert(name).inserted else { throw failure("the field '\(name)' comes twice") }
      skipSpace()
      guard take(":") else { throw failure("a colon is missing behind '\(name)'") }
      members.append(.init(name: name, line: nameLine, value: try value(depth: depth + 1)))
      skipSpace()
    } while take(",")
    guard take("}") else { throw failure("a comma or '}' is missing") }
    return members
  }

  private mutating func elements(depth: Int) throws(ScenarioError) -> [LocatedJSON] {
    var elements: [LocatedJSON] = []
    _ = take("[")
    skipSpace()
    if take("]") { return [] }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw failure("a comma or ']' is missing") }
    return elements
  }

  private mutating func number() throws(ScenarioError) -> String {
    let start = position
    _ = take("-")
    let whole = position
    guard digits() > 0 else { throw failure("a number has no digits") }
    if bytes[whole] == UInt8(ascii: "0"), position > whole + 1 {
      throw failure("a number begins with a zero too many")
    }
    if take("."), digits() == 0 { throw failure("digits are missing behind the point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw failure("a number has no exponent behind its 'e'") }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }

  // MARK: - Texts

  private mutating func text() throws(ScenarioError) -> String {
    _ = take("\"")
    var result: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else {
          throw failure("a text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        result += try escape()
      case 0..<0x20:
        throw failure("a text has no end on its line")
      default:
        result.append(byte)
      }
    }
    throw failure("a text has no end")
  }

  private mutating func escape() throws(ScenarioError) -> [UInt8] {
    guard let byte = next else { throw failure("a text has no end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default: throw failure("a text has an escape that JSON does not know")
    }
  }

  /// A character by one `\u`, or by the two of a surrogate pair.
  private mutating func scalar() throws(ScenarioError) -> Character {
    var code = try codeUnit()
    if (0xD800...0xDBFF).contains(code), take(word: "\\u") {
      let low = try codeUnit()
      guard (0xDC00...0xDFFF).contains(low) else { throw failure("a text has half a character") }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else { throw failure("a text has half a character") }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(ScenarioError) -> UInt32 {
    let end = position + 4
    guard end <= bytes.count else { throw failure("a text has no end") }
    let digits = String(decoding: bytes[position..<end], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16) else {
      throw failure("four hexadecimal digits are missing behind '\\u'")
    }
    position = end
    return code
  }
}

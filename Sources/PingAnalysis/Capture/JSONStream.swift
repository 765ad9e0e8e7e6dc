import Formats

/// Reads JSON (RFC 8259) piece by piece, so that a capture of any size takes little memory: the caller
/// walks through the outer arrays and objects, and only single entries are held.
struct JSONStream {
  /// Arrays and objects within each other at most.
  static let depthLimit = 64
  /// Bytes of a text that are kept; bodies of responses may be longer, and are not needed.
  static let textLimit = 1 << 20
  /// Bytes that one entry may take, its values included: many small ones take more than their text.
  static let entryLimit = 8 << 20

  /// What ends the plain bytes of a text.
  private static let textEnds = ByteSet(Array(0..<0x20) + "\"\\".utf8)
  /// What ends white space within a line.
  private static let blankEnds = ByteSet(" \t\r".utf8).inverted

  let bytes: CaptureBytes
  private var depth = 0
  private var entrySize = 0

  init(_ bytes: CaptureBytes) { self.bytes = bytes }

  // MARK: - Walking

  /// The next byte, after skipping white space; nil at the end of the text.
  mutating func next() throws(CaptureError) -> UInt8? {
    var ignored: [UInt8] = []
    while let byte = try bytes.peek() {
      switch byte {
      case 0x20, 0x09, 0x0D: try bytes.take(until: Self.blankEnds, into: &ignored, limit: 0)
      case 0x0A: _ = try bytes.next()
      default: return byte
      }
    }
    return nil
  }

  /// Passes the names of an object's members to `body`, which must read their values.
  mutating func members(
    _ body: (inout JSONStream, String) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    try expect("{")
    try enter()
    if try take("}") { return leave() }
    repeat {
      guard try next() == UInt8(ascii: "\"") else { throw malformed("a name in quotes is missing") }
      let name = try text()
      try expect(":")
      try body(&self, name)
    } while try take(",")
    try expect("}")
    leave()
  }

  /// Calls `body`, which must read one value, for each element of an array.
  mutating func elements(
    _ body: (inout JSONStream) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    try expect("[")
    try enter()
    if try take("]") { return leave() }
    repeat { try body(&self) } while try take(",")
    try expect("]")
    leave()
  }

  /// Reads a value whole: one entry, or a further part of the one before.
  mutating func entry(continues: Bool = false) throws(CaptureError) -> CapturedJSON {
    if !continues { entrySize = 0 }
    return try value()
  }

  /// Reads a value and keeps nothing of it.
  mutating func skip() throws(CaptureError) {
    switch try next() {
    case UInt8(ascii: "{"):
      try members { (stream, _) throws(CaptureError) in try stream.skip() }
    case UInt8(ascii: "["):
      try elements { (stream) throws(CaptureError) in try stream.skip() }
    case UInt8(ascii: "\""): _ = try text(limit: 0)
    default: _ = try word()
    }
  }

  // MARK: - Values

  private mutating func value() throws(CaptureError) -> CapturedJSON {
    try count(MemoryLayout<CapturedJSON>.stride)
    switch try next() {
    case UInt8(ascii: "{"):
      var found: [CapturedJSON.Member] = []
      try members { (stream, name) throws(CaptureError) in
        try stream.count(name.utf8.count)
        found.append(CapturedJSON.Member(name: name, value: try stream.value()))
      }
      return .object(found)
    case UInt8(ascii: "["):
      var found: [CapturedJSON] = []
      try elements { (stream) throws(CaptureError) in found.append(try stream.value()) }
      return .array(found)
    case UInt8(ascii: "\""):
      let text = try text()
      try count(text.utf8.count)
      return .text(text)
    default:
      return try word()
    }
  }

  private mutating func count(_ size: Int) throws(CaptureError) {
    entrySize += size
    guard entrySize <= Self.entryLimit else {
      throw CaptureError(
        .tooLarge,
        input: bytes.name,
        reason: "line \(bytes.line): one entry holds more than \(Self.entryLimit >> 20) MiB",
        remedy: "capture again with less, or cut the capture"
      )
    }
  }

  /// `true`, `false`, `null` or a number.
  private mutating func word() throws(CaptureError) -> CapturedJSON {
    var letters: [UInt8] = []
    while let byte = try bytes.peek(), Self.isWordByte(byte), letters.count < 64 {
      letters.append(byte)
      _ = try bytes.next()
    }
    switch String(decoding: letters, as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "": throw malformed("there is no value where one is expected")
    case let text:
      // `Double` accepts more than JSON does: leading plus signs, hexadecimal digits, words.
      guard letters.first != UInt8(ascii: "+"),
        letters.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
        let number = Double(text)
      else { throw malformed("'\(text)' is not a value") }
      return .number(number)
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }

  // MARK: - Structure

  private mutating func enter() throws(CaptureError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw CaptureError(
        .tooDeep,
        input: bytes.name,
        reason: "line \(bytes.line): values lie more than \(Self.depthLimit) deep in each other",
        remedy: "export the capture again"
      )
    }
  }

  private mutating func leave() { depth -= 1 }

  private mutating func take(_ character: Unicode.Scalar) throws(CaptureError) -> Bool {
    guard try next() == UInt8(ascii: character) else { return false }
    _ = try bytes.next()
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(CaptureError) {
    guard try take(character) else { throw malformed("'\(character)' is missing") }
  }

  func malformed(_ problem: String) -> CaptureError {
    CaptureError(
      .malformed,
      input: bytes.name,
      reason: "line \(bytes.line): \(problem)",
      remedy: "the JSON is broken or cut off: export it again"
    )
  }

  // MARK: - Texts

  /// A text, of which `limit` bytes are kept.
  private mutating func text(limit: Int = textLimit) throws(CaptureError) -> String {
    var kept: [UInt8] = []
    try expect("\"")
    while true {
      try bytes.take(until: Self.textEnds, into: &kept, limit: limit)
      switch try bytes.next() {
      case UInt8(ascii: "\""): return String(decoding: kept, as: UTF8.self)
      case UInt8(ascii: "\\"): kept += try escape().prefix(max(0, limit - kept.count))
      case nil: throw malformed("a text has no end")
      default: throw malformed("a text has no end on its line")
      }
    }
  }

  private mutating func escape() throws(CaptureError) -> [UInt8] {
    switch try bytes.next() {
    case .some(let byte)
    where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
      return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try unicode()
    default: throw malformed("a text has an escape that JSON does not know")
    }
  }

  /// One character by its number, or by the two halves of a surrogate pair. Half a character becomes
  /// U+FFFD: recorders cut texts anywhere.
  private mutating func unicode() throws(CaptureError) -> [UInt8] {
    var code = try codeUnit()
    var replacement: [UInt8] = []
    while (0xD800...0xDBFF).contains(code), try bytes.peek() == UInt8(ascii: "\\") {
      _ = try bytes.next()
      guard try bytes.peek() == UInt8(ascii: "u") else {
        return Array("\u{FFFD}".utf8) + (try escape())
      }
      _ = try bytes.next()
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low) {
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      } else {
        replacement += "\u{FFFD}".utf8
        code = low
      }
    }
    return replacement + Array(String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
  }

  private mutating func codeUnit() throws(CaptureError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try bytes.next(),
        let digit = Hexadecimal.value(of: byte)
      else { throw malformed("four hexadecimal digits are missing after '\\u'") }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}

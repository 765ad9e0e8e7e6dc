import Formats

/// Reads JSON (RFC 8259) incrementally to limit memory: the caller reads outer arrays and objects element by element,
/// and only single entries are held in memory.
struct JSONStream {
  static let depthLimit = 64
  /// The maximum size of a JSON string, in bytes. The rest is dropped, because longer strings are response bodies,
  /// which are not needed.
  static let textLimit = 1 << 20
  /// The maximum memory of an entry, in bytes: its text and its parsed values, which may be larger than the text.
  static let entryLimit = 8 << 20

  /// The bytes that end a run of ordinary bytes in a string.
  private static let textEnds = ByteSet(Array(0..<0x20) + "\"\\".utf8)
  /// The bytes that are not white space within a line.
  private static let blankEnds = ByteSet(" \t\r".utf8).inverted
  /// The bytes that end a number, `true`, `false` or `null`.
  private static let wordEnds = ByteSet(Array(0...0x20) + "{}[],:\"".utf8)

  /// A number or a word of this length, in bytes, or more is refused.
  private static let wordLimit = 65
  private static let noValue = "a value is missing"

  let bytes: CaptureBytes
  private var depth = 0
  private var entrySize = 0

  init(_ bytes: CaptureBytes) { self.bytes = bytes }

  // MARK: - Walking

  /// Skips white space, and returns the next byte without consuming it. Nil at the end of the capture.
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

  /// Passes the name of each member of an object to `body`, which must read the member's value.
  mutating func members(
    _ body: (inout JSONStream, String) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    try expect("{")
    try enter()
    if try take("}") { return leave() }
    repeat {
      guard try next() == UInt8(ascii: "\"") else { throw malformed("a name in quotes is missing") }
      let name = try parsed(taken()).stringValue ?? ""
      try expect(":")
      try body(&self, name)
    } while try take(",")
    try expect("}")
    leave()
  }

  /// Calls `body` for each element of an array. `body` must read exactly one value.
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

  /// Reads a complete value. It begins a new entry or, if `continues` is true, is added to the current entry.
  mutating func entry(continues: Bool = false) throws(CaptureError) -> JSONValue {
    if !continues { entrySize = 0 }
    return try parsed(taken())
  }

  mutating func skip() throws(CaptureError) { _ = try taken(isKept: false) }

  // MARK: - Values

  private func parsed(_ text: [UInt8]) throws(CaptureError) -> JSONValue {
    do throws(JSONFault) {
      return try JSONValue(parsing: text)
    } catch {
      let later = text[min(error.offset, text.count)...].count { $0 == UInt8(ascii: "\n") }
      throw malformed(error.reason, line: bytes.line - later)
    }
  }

  /// Reads the text of the next value, with strings cut at `textLimit` bytes.
  private mutating func taken(isKept: Bool = true) throws(CaptureError) -> [UInt8] {
    var kept: [UInt8] = []
    let outer = depth
    repeat {
      let before = kept.count
      var size = 0
      let byte = try depth > outer ? bytes.peek() : next()
      switch byte {
      case nil: throw malformed("a value ends too early")
      case 0x20, 0x09, 0x0D:
        try bytes.take(until: Self.blankEnds, into: &kept, limit: before + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > outer else { throw malformed(Self.noValue) }
        try move(into: &kept)
        leave()
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x0A:
        guard depth > outer else { throw malformed(Self.noValue) }
        try move(into: &kept)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        try enter()
        try move(into: &kept)
        size = MemoryLayout<JSONValue>.stride
      case UInt8(ascii: "\""):
        try takeText(into: &kept, limit: isKept ? Self.textLimit : 0)
        size = MemoryLayout<JSONValue>.stride
      default:
        try bytes.take(until: Self.wordEnds, into: &kept, limit: before + Self.wordLimit)
        guard (1..<Self.wordLimit).contains(kept.count - before) else {
          throw malformed(Self.noValue)
        }
        size = MemoryLayout<JSONValue>.stride
      }
      if isKept { try count(size + kept.count - before) } else { kept = [] }
    } while depth > outer
    return kept
  }

  private mutating func move(into kept: inout [UInt8]) throws(CaptureError) {
    if let byte = try bytes.next() { kept.append(byte) }
  }

  private mutating func count(_ size: Int) throws(CaptureError) {
    entrySize += size
    guard entrySize <= Self.entryLimit else {
      throw CaptureError(
        .tooLarge,
        input: bytes.name,
        reason: "line \(bytes.line): one entry has more than \(Self.entryLimit >> 20) MiB",
        remedy: "export the capture as HAR, or remove this entry"
      )
    }
  }

  // MARK: - Structure

  private mutating func enter() throws(CaptureError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw CaptureError(
        .tooDeep,
        input: bytes.name,
        reason: "line \(bytes.line): values are nested more than \(Self.depthLimit) levels deep",
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

  func malformed(_ problem: String, line: Int? = nil) -> CaptureError {
    CaptureError(
      .malformed,
      input: bytes.name,
      reason: "line \(line ?? bytes.line): \(problem)",
      remedy: "the JSON is broken or cut off: export it again"
    )
  }

  /// Reads a string with its quotation marks, and keeps at most `limit` bytes between them.
  private mutating func takeText(into kept: inout [UInt8], limit: Int) throws(CaptureError) {
    var limit = limit + kept.count + 1
    try move(into: &kept)
    while true {
      try bytes.take(until: Self.textEnds, into: &kept, limit: limit)
      switch try bytes.next() {
      case UInt8(ascii: "\""): return kept.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"):
        var escape = [UInt8(ascii: "\\")]
        try move(into: &escape)
        while escape[1...].first == UInt8(ascii: "u"), escape.count < 6,
          let digit = try bytes.peek(), Hexadecimal.value(of: digit) != nil
        {
          try move(into: &escape)
        }
        // After an escape sequence that does not fit, the rest of the string is dropped.
        if kept.count + escape.count > limit { limit = kept.count } else { kept += escape }
      case nil: throw malformed("a string has no closing quote")
      default: throw malformed("a string has a control character, or no closing quote on its line")
      }
    }
  }
}

/// Finds where a text stops to be JSON (RFC 8259), and where an object names a member again: the decoder
/// tells neither.
struct JSONSyntax {
  /// A line and a column, from 1; columns count bytes.
  struct Place: Equatable {
    var line: Int
    var column: Int
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The first name that its object has already, quotation marks included.
  private var repetition: Range<Int>?

  /// Text that is nested deeper is no settings file.
  private static let maximumDepth = 100

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The place of the first byte that cannot stand where it stands; behind the last one where more is
  /// missing. Nil for JSON.
  static func fault(in bytes: [UInt8]) -> Place? {
    var syntax = JSONSyntax(bytes)
    if syntax.value(depth: 0) {
      syntax.skipSpace()
      if syntax.position == bytes.count { return nil }
    }
    return place(of: syntax.position, in: bytes)
  }

  /// The first name that stands twice in an object, as it is written, and where it stands again; of two
  /// values the decoder takes one (RFC 8259, 4). Nil for what is no JSON.
  static func repetition(in bytes: [UInt8]) -> (name: String, place: Place)? {
    var syntax = JSONSyntax(bytes)
    guard syntax.value(depth: 0), let range = syntax.repetition else { return nil }
    let name = String(decoding: bytes[range].dropFirst().dropLast(), as: UTF8.self)
    return (name, place(of: range.lowerBound, in: bytes))
  }

  private static func place(of position: Int, in bytes: [UInt8]) -> Place {
    let before = bytes.prefix(position)
    let line = before.suffix(while: { $0 != UInt8(ascii: "\n") })
    return Place(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: line.count + 1)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let next, [0x20, 0x09, 0x0a, 0x0d].contains(next) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    skipSpace()
    guard depth < Self.maximumDepth, let next else { return false }
    switch next {
    case UInt8(ascii: "{"):
      var names: Set<ArraySlice<UInt8>> = []
      return list(until: "}") { syntax in
        let start = syntax.position
        guard syntax.string() else { return false }
        let name = start..<syntax.position
        if !names.insert(syntax.bytes[name]).inserted, syntax.repetition == nil {
          syntax.repetition = name
        }
        syntax.skipSpace()
        return syntax.take(":") && syntax.value(depth: depth + 1)
      }
    case UInt8(ascii: "["): return list(until: "]") { $0.value(depth: depth + 1) }
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func list(
    until end: Unicode.Scalar,
    _ element: (inout JSONSyntax) -> Bool
  ) -> Bool {
    position += 1
    skipSpace()
    if take(end) { return true }
    while true {
      skipSpace()
      guard element(&self) else { return false }
      skipSpace()
      if take(end) { return true }
      guard take(",") else { return false }
    }
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let next, next >= 0x20 {
      position += 1
      if next == UInt8(ascii: "\"") { return true }
      if next == UInt8(ascii: "\\"), self.next != nil { position += 1 }
    }
    return false
  }

  private mutating func word(_ word: String) -> Bool {
    for byte in word.utf8 {
      guard next == byte else { return false }
      position += 1
    }
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard digits() else { return false }
    if take("."), !digits() { return false }
    guard take("e") || take("E") else { return true }
    if !take("+") { _ = take("-") }
    return digits()
  }

  private mutating func digits() -> Bool {
    let start = position
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    return position > start
  }
}

extension ArraySlice<UInt8> {
  /// The last elements that all are such.
  fileprivate func suffix(while isSuch: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[(lastIndex { !isSuch($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}

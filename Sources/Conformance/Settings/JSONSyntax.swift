/// Finds where a text stops to be JSON (RFC 8259), which the decoder does not tell.
struct JSONSyntax {
  /// A line and a column, from 1; columns count bytes.
  struct Place: Equatable {
    var line: Int
    var column: Int
  }

  private let bytes: [UInt8]
  private var position = 0

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
    let before = bytes.prefix(syntax.position)
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
      return list(until: "}") { syntax in
        guard syntax.string() else { return false }
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

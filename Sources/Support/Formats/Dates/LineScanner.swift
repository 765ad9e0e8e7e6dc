/// Reads the start of a line of text from left to right. Text that cannot be read is not used.
package struct LineScanner {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var next: UInt8? { rest.first }

  package mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: sign) else { return false }
    rest = rest.dropFirst()
    return true
  }

  package mutating func skip(anyOf signs: Unicode.Scalar...) -> Bool { signs.contains { skip($0) } }

  mutating func skip(_ word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  /// A number of this many digits.
  package mutating func number(digits count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  /// All digits that follow, as many as a 64-bit number surely holds.
  package mutating func digits() -> ArraySlice<UInt8> {
    let digits = rest.prefix(18).prefix(while: Self.isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  /// A fraction of a second after a point or comma; 0 when there is none.
  mutating func fraction() -> Double {
    let isFraction =
      rest.first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") } == true
      && rest.dropFirst().first.map(Self.isDigit) == true
    guard isFraction else { return 0 }
    rest = rest.dropFirst()
    let digits = digits()
    let number = digits.reduce(0.0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) }
    return digits.reduce(number) { fraction, _ in fraction / 10 }
  }

  /// The English abbreviation of a month, as a number from 1.
  mutating func month() -> Int64? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { skip($0) }.map { Int64($0 + 1) }
  }

  /// Seconds east of Greenwich; UTC when no zone follows.
  mutating func zone() -> Int64? {
    var ahead = self
    _ = ahead.skip(" ")
    let isEast = ahead.skip("+")
    guard isEast || ahead.skip("-") else { return 0 }
    guard let hours = ahead.number(digits: 2) else { return 0 }
    _ = ahead.skip(":")
    let minutes = ahead.number(digits: 2) ?? 0
    guard hours < 24, minutes < 60 else { return nil }
    self = ahead
    return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

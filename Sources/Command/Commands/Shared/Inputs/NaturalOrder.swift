/// The order of names in which `seg2` comes before `seg10`. Everything but numbers is compared by its
/// bytes, not by the rules of a language: the same order on every machine.
enum NaturalOrder {
  /// Whether a name comes before another. No two names are equal but those of the same bytes.
  static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    var (left, right) = (first[...], second[...])
    while let one = left.first, let other = right.first {
      if isDigit(one), isDigit(other) {
        let numbers = (number(at: &left), number(at: &right))
        if numbers.0.count != numbers.1.count { return numbers.0.count < numbers.1.count }
        if numbers.0 != numbers.1 { return numbers.0.lexicographicallyPrecedes(numbers.1) }
        continue
      }
      if one != other { return one < other }
      left = left.dropFirst()
      right = right.dropFirst()
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return first.lexicographicallyPrecedes(second)
  }

  /// Takes the digits at the front; returns them without leading zeros.
  private static func number(at bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

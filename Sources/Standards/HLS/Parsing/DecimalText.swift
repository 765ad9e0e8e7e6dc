/// Numbers as playlists write them (RFC 8216, section 4.2).
enum DecimalText {
  /// The largest time or duration taken, in seconds: about thirty years. Larger numbers are faults,
  /// and sums of what is taken stay exact enough.
  static let longestDuration = 1e9

  /// A decimal integer: digits and nothing else. Nil for something else or beyond 2⁶³−1.
  static func integer(_ text: some Collection<UInt8>) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text {
      guard isDigit(byte) else { return nil }
      let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) =
        shifted.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !isTooLarge, !isTooLargeNow else { return nil }
      number = sum
    }
    return number
  }

  /// Why a text gave no usable integer: what it is instead, for a sentence such as `X is "…", …`.
  static func integerFault(_ text: some Collection<UInt8>) -> String {
    !text.isEmpty && text.allSatisfy(isDigit)
      ? "which is too large a number" : "not a decimal integer"
  }

  /// A decimal floating-point number: an optional `-`, digits, an optional `.` with digits. Nil for
  /// something else, and for what exceeds ``longestDuration`` either way.
  static func number(_ text: some Collection<UInt8>) -> Double? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    var points = 0
    for byte in digits {
      if byte == UInt8(ascii: ".") { points += 1 } else if !isDigit(byte) { return nil }
    }
    guard points <= 1, digits.count > points,
      let number = Double(String(decoding: text, as: UTF8.self)),
      abs(number) <= longestDuration
    else { return nil }
    return number
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

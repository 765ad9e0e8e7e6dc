extension FixedWidthInteger where Self: UnsignedInteger {
  /// All digits of the number, lower-case hexadecimal: `0f` for a byte of 15.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
  }
}

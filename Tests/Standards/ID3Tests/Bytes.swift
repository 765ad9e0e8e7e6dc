/// The bytes of hexadecimal digits; blanks and line ends are skipped.
func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

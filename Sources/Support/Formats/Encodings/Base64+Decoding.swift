extension Base64 {
  /// The bytes that a text represents; nil where it is not Base64. White space is skipped, `-` and `_`
  /// are read as `+` and `/`, and padding may be missing.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var group: UInt32 = 0
    var held = 0
    var padding = 0
    for byte in text.utf8 {
      if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = digit(byte) else { return nil }
      group = group << 6 | digit
      held += 1
      guard held == 4 else { continue }
      bytes += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
      (group, held) = (0, 0)
    }
    guard held != 1, padding <= 2, padding == 0 || held + padding == 4 else { return nil }
    if held == 2 { bytes.append(UInt8(group >> 4 & 0xFF)) }
    if held == 3 { bytes += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)] }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

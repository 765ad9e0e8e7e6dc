/// Base64 with padding and the standard alphabet (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var held = 0
    for byte in Array(bytes) {
      group = group << 8 | UInt32(byte)
      held += 1
      guard held == 3 else { continue }
      append(group, characters: 4, to: &text)
      (group, held) = (0, 0)
    }
    if held > 0 {
      append(group << UInt32(8 * (3 - held)), characters: held + 1, to: &text)
      text += repeatElement(UInt8(ascii: "="), count: 3 - held)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ group: UInt32, characters: Int, to text: inout [UInt8]) {
    for index in 0..<characters {
      text.append(alphabet[Int(group >> UInt32(18 - 6 * index) & 63)])
    }
  }
}

extension Base64 {
  /// The bytes that `text` represents; nil if it is not Base64. White space is skipped, `-` and `_` are read as `+`
  /// and `/`, and padding is optional.
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

/// Base64 with padding and the standard alphabet (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// The text that represents `bytes`.
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

/// The text form of one player vendor's connector: `type=nielsen_tag … payload=<base64>`, where the
/// base64 holds the tag.
enum MessageText {
  private static let type = Array("type=nielsen_tag".utf8)
  private static let payload = Array("payload=".utf8)

  /// The bytes that the payload encodes; nil when the text has another form.
  static func payload(of data: ArraySlice<UInt8>) -> [UInt8]? {
    guard position(of: type, in: data) != nil, let start = position(of: payload, in: data) else {
      return nil
    }
    let bytes = decode(data[(start + payload.count)...])
    return bytes.isEmpty ? nil : bytes
  }

  private static func position(of word: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0] == word[0] && text[$0...].starts(with: word) }
  }

  /// The bytes of base64 in either alphabet (RFC 4648, sections 4 and 5), padded or not, up to the
  /// first other character.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let value = value(of: character) else { break }
      bits = (bits << 6 | value) & 0xFFFF
      bitCount += 6
      guard bitCount >= 8 else { continue }
      bitCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
    }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// The text that one vendor's player connector writes into messages: `type=nielsen_tag`, and `payload=` with the tag in
/// Base64.
enum MessageText {
  private static let type = Array("type=nielsen_tag".utf8)
  private static let payload = Array("payload=".utf8)

  /// The bytes that the Base64 text encodes; nil if `data` has another form.
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

  /// Decodes Base64 in either alphabet (RFC 4648, sections 4 and 5). Stops at the first character outside the
  /// alphabets, such as `=`.
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

/// The meaning of a `scheme_id_uri` for ID3 in event messages.
enum MessageScheme: Equatable {
  /// The scheme of AOMediaCodec/id3-emsg, which requires version 1.
  case aomedia
  /// The Nielsen scheme in DASH. Messages contain the whole tag, mostly in version 0.
  case nielsen
  /// Any other scheme: an older one for ID3, or one for other content.
  case other

  init(_ uri: String) {
    switch uri {
    case "https://aomedia.org/emsg/ID3": self = .aomedia
    case "www.nielsen.com:id3:v1": self = .nielsen
    default: self = .other
    }
  }

  /// Older schemes for ID3, which players ignore or should ignore.
  private static let old = [
    "https://developer.apple.com/streaming/emsg-id3", "http://www.id3.org/",
  ]

  /// Whether messages of the scheme are expected to contain ID3.
  static func isForID3(_ uri: String) -> Bool { Self(uri) != .other || old.contains(uri) }
}

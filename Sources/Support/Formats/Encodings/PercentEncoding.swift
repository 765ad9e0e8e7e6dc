/// The way a value is encoded in a URL. The raw value is the name used in configurations.
package enum PercentEncoding: String, Sendable {
  /// Percent-encodes every byte except `A–Z a–z 0–9 - . _ ~`.
  case component
  /// Percent-encodes only control characters, space, `"#%&+<>` and non-ASCII bytes.
  case minimal
  /// Writes the value unchanged, because its parts are already encoded.
  case none

  package func append(_ text: String, to bytes: inout [UInt8]) {
    switch self {
    case .none:
      bytes.append(contentsOf: text.utf8)
    case .component:
      for byte in text.utf8 { append(byte, plain: Self.isUnreserved(byte), to: &bytes) }
    case .minimal:
      for byte in text.utf8 { append(byte, plain: Self.isHarmless(byte), to: &bytes) }
    }
  }

  package func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func length(of text: String) -> Int {
    switch self {
    case .none: text.utf8.count
    case .component: text.utf8.reduce(0) { $0 + (Self.isUnreserved($1) ? 1 : 3) }
    case .minimal: text.utf8.reduce(0) { $0 + (Self.isHarmless($1) ? 1 : 3) }
    }
  }

  private func append(_ byte: UInt8, plain: Bool, to bytes: inout [UInt8]) {
    if plain { bytes.append(byte) } else { Self.appendEscape(of: byte, to: &bytes) }
  }

  /// Appends a byte as `%` and two upper-case digits, as RFC 3986, section 2.1, recommends.
  package static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes += Hexadecimal.upperCaseDigits(of: byte)
  }

  /// Whether a byte is an unreserved character of RFC 3986, section 2.3.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      false
    default:
      true
    }
  }
}

extension PercentEncoding {
  /// Decodes `encoded`. A `%` without two hexadecimal digits after it is kept.
  package static func decode(_ encoded: String) -> String {
    String(decoding: decode(Array(encoded.utf8)), as: UTF8.self)
  }

  package static func decode(_ encoded: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = 0
    while index < encoded.count {
      if let byte = escape(in: encoded, at: index) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(encoded[index])
        index += 1
      }
    }
    return decoded
  }

  /// Decodes `encoded`; nil if a `%` lacks its two hexadecimal digits or the bytes are not UTF-8.
  package static func decodeStrictly(_ encoded: String) -> String? {
    let bytes = Array(encoded.utf8)
    let escapes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "%") }
    guard escapes.allSatisfy({ escape(in: bytes, at: $0) != nil }) else { return nil }
    return String(validating: decode(bytes), as: UTF8.self)
  }

  /// The byte that a `%` and two hexadecimal digits at `index` represent; nil if `index` has no such escape.
  package static func escape(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = Hexadecimal.value(of: bytes[index + 1]),
      let low = Hexadecimal.value(of: bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }
}

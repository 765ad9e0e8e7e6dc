/// How a value is written into a URL. The raw value is the name in configurations.
package enum PercentEncoding: String, Sendable {
  /// Every byte but `A–Z a–z 0–9 - . _ ~` is percent-encoded.
  case component
  /// Only control characters, space, `"#%&+<>` and bytes beyond ASCII are percent-encoded.
  case minimal
  /// The value is written as it is: it encodes its own items.
  case none

  /// Appends the encoded bytes of `text`.
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

  /// The encoded form of `text`.
  package func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of bytes `text` takes once encoded.
  package func length(of text: String) -> Int {
    switch self {
    case .none: text.utf8.count
    case .component: text.utf8.reduce(0) { $0 + (Self.isUnreserved($1) ? 1 : 3) }
    case .minimal: text.utf8.reduce(0) { $0 + (Self.isHarmless($1) ? 1 : 3) }
    }
  }

  private func append(_ byte: UInt8, plain: Bool, to bytes: inout [UInt8]) {
    guard !plain else {
      bytes.append(byte)
      return
    }
    bytes.append(UInt8(ascii: "%"))
    bytes.append(Self.hexadecimalDigit(byte >> 4))
    bytes.append(Self.hexadecimalDigit(byte & 15))
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + (value - 10)
  }

  /// RFC 3986, section 2.3.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
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

  /// The text behind `encoded`; a `%` that no two hexadecimal digits follow stays as it is.
  package static func decode(_ encoded: String) -> String {
    let bytes = Array(encoded.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexadecimalValue(bytes[index + 1]), let low = hexadecimalValue(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

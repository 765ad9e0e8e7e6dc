/// The body of a form, put together from its parameters.
enum FormText {
  /// A body of `application/x-www-form-urlencoded`. Some tools list parameters as they stood in the body,
  /// others decoded: where one holds what no encoded one can, all are taken for decoded.
  static func joining(_ parameters: [(name: String, value: String)]) -> String {
    let areEncoded =
      parameters.allSatisfy { $0.name.utf8.allSatisfy(isEncodedName) }
      && parameters.allSatisfy { $0.value.utf8.allSatisfy(isEncodedValue) }
    return parameters.map { name, value in
      areEncoded ? "\(name)=\(value)" : "\(encoding(name))=\(encoding(value))"
    }.joined(separator: "&")
  }

  private static func isEncodedName(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: "=") && isEncodedValue(byte)
  }

  /// Printable ASCII but what separates parameters, or would be escaped by every encoder.
  private static func isEncodedValue(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"&\"<>".utf8.contains(byte)
  }

  private static func encoding(_ text: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The unreserved characters (RFC 3986, section 2.3), and the comma, which pings are full of.
  private static func isKept(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~,".utf8.contains(byte)
    }
  }
}

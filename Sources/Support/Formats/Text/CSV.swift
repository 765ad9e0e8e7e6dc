/// Comma-separated values in the form of RFC 4180: lines end in CRLF, quotes are doubled.
package enum CSV {
  package static func append(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field, to: &bytes)
    }
    bytes += "\r\n".utf8
  }

  /// The CSV field of a JSON value: empty for nil and `null`, a string without quotes, and compact JSON for other
  /// values.
  package static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null: ""
    case .string(let text): text
    case .some(let other): other.text
    }
  }

  private static func append(_ field: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let special = [quote, UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    guard field.utf8.contains(where: special.contains) else {
      bytes += field.utf8
      return
    }
    bytes.append(quote)
    for byte in field.utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}

/// Recognizes a DASH manifest by its root element.
package enum ManifestMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether bytes begin like a manifest: XML whose first element is `MPD`, with or without a prefix.
  package static func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = narrowed(bytes)[...]
    if rest.starts(with: utf8) { rest = rest.dropFirst(utf8.count) }
    while true {
      rest = rest.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
      guard rest.first == UInt8(ascii: "<") else { return false }
      if rest.starts(with: "<?".utf8) {
        guard let end = end(of: "?>", in: rest) else { return false }
        rest = rest[end...]
      } else if rest.starts(with: "<!--".utf8) {
        guard let end = end(of: "-->", in: rest.dropFirst(4)) else { return false }
        rest = rest[end...]
      } else if rest.starts(with: "<!".utf8) {
        guard let end = endOfDeclaration(rest) else { return false }
        rest = rest[end...]
      } else {
        return isRoot(rest.dropFirst())
      }
    }
  }

  /// The name of a recognized encoding that is not supported; otherwise nil.
  package static func foreignEncoding(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "UTF-32"
    }
    let isWide =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C])
    if isWide { return "UTF-16" }
    let declaration = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    let text = String(decoding: declaration, as: UTF8.self)
    guard text.contains("<?xml"), let name = text.firstRange(of: "encoding") else { return nil }
    let value = text[name.upperBound...].drop { " =\t\r\n".contains($0) }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let encoding = value.dropFirst().prefix { $0 != quote }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
      ? nil : String(encoding.prefix(40))
  }

  /// The bytes without zero bytes if they are UTF-16; otherwise the bytes unchanged.
  private static func narrowed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return bytes.dropFirst(2).filter { $0 != 0 }
    }
    let isWide = bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0, 0x3C])
    return isWide ? bytes.filter { $0 != 0 } : Array(bytes)
  }

  private static func end(of mark: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    let mark = mark.withUTF8Buffer { Array($0) }
    return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  /// The end of a document type declaration, which may contain declarations in brackets.
  private static func endOfDeclaration(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let close = end(of: ">", in: bytes) else { return nil }
    guard let open = end(of: "[", in: bytes[..<close]) else { return close }
    return end(of: "]", in: bytes[open...]).flatMap { end(of: ">", in: bytes[$0...]) }
  }

  private static func isRoot(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.prefix { !($0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")) }
    return name.split(separator: UInt8(ascii: ":")).last.map { $0.elementsEqual("MPD".utf8) }
      ?? false
  }
}

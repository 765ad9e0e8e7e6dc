/// Decodes the strings of one frame, which share an encoding and, in UTF-16, may share a byte order mark.
struct TextReader {
  private enum ByteOrder {
    case little
    case big
  }

  let encoding: ID3TextEncoding
  private(set) var issues: [ID3Issue] = []
  private var byteOrder: ByteOrder?

  init(_ encoding: ID3TextEncoding) {
    self.encoding = encoding
  }

  /// The string in `bytes`, which contain no terminator.
  mutating func string(_ bytes: ArraySlice<UInt8>) -> String {
    switch encoding {
    case .isoLatin1: return ISOLatin1.string(bytes)
    case .utf8:
      if let string = String(validating: bytes, as: UTF8.self) { return string }
      issues.note(.invalidText)
      return String(decoding: bytes, as: UTF8.self)
    case .utf16: return utf16String(bytes)
    case .utf16BigEndian: return utf16String(bytes, byteOrder: .big)
    }
  }

  /// The strings between terminators. A final terminator does not start another string.
  mutating func strings(_ bytes: ArraySlice<UInt8>) -> [String] {
    var strings: [String] = []
    var rest = bytes
    while let end = encoding.terminator(in: rest) {
      strings.append(string(rest[..<end]))
      rest = rest[(end + encoding.unitSize)...]
    }
    if strings.isEmpty || rest.count >= encoding.unitSize {
      strings.append(string(rest))
    } else if !rest.isEmpty {
      issues.note(.invalidText)
    }
    return strings
  }

  mutating func terminatedString(_ bytes: inout ArraySlice<UInt8>) -> String? {
    guard let end = encoding.terminator(in: bytes) else { return nil }
    defer { bytes = bytes[(end + encoding.unitSize)...] }
    return string(bytes[..<end])
  }

  /// The string up to a terminator or the end. Bytes after the terminator are dropped.
  mutating func lastString(_ bytes: ArraySlice<UInt8>) -> String {
    guard let end = encoding.terminator(in: bytes) else { return string(bytes) }
    if bytes[end...].contains(where: { $0 != 0 }) { issues.note(.dataAfterTerminator) }
    return string(bytes[..<end])
  }

  /// Decodes a string by its byte order mark or, without a mark, in the byte order of the frame's previous strings.
  private mutating func utf16String(_ bytes: ArraySlice<UInt8>) -> String {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xff, 0xfe): byteOrder = .little
    case (0xfe, 0xff): byteOrder = .big
    default:
      // Without a mark the Unicode Standard (D98) assumes big-endian.
      if byteOrder == nil, !bytes.isEmpty { issues.note(.missingByteOrderMark) }
      return utf16String(bytes, byteOrder: byteOrder ?? .big)
    }
    return utf16String(bytes.dropFirst(2), byteOrder: byteOrder ?? .big)
  }

  /// Transcodes to UTF-8 directly, because this is called for every UTF-16 string of a tag.
  private mutating func utf16String(_ bytes: ArraySlice<UInt8>, byteOrder: ByteOrder) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    var high: UInt32?
    var isValid = bytes.count % 2 == 0

    func appendReplacement() {
      isValid = false
      utf8.append(contentsOf: "\u{fffd}".utf8)
    }
    var index = bytes.startIndex
    while bytes.endIndex - index >= 2 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      let unit = byteOrder == .big ? first << 8 | second : second << 8 | first
      index += 2

      if let lead = high {
        high = nil
        if 0xdc00...0xdfff ~= unit,
          let scalar = Unicode.Scalar(0x1_0000 + ((lead & 0x3ff) << 10 | unit & 0x3ff))
        {
          utf8.append(contentsOf: scalar.utf8)
          continue
        }
        appendReplacement()
      }
      if unit < 0x80 {
        utf8.append(UInt8(truncatingIfNeeded: unit))
      } else if 0xd800...0xdbff ~= unit {
        high = unit
      } else if let scalar = Unicode.Scalar(unit) {
        utf8.append(contentsOf: scalar.utf8)
      } else {
        appendReplacement()
      }
    }
    if high != nil { appendReplacement() }
    if !isValid { issues.note(.invalidText) }
    return String(decoding: utf8, as: UTF8.self)
  }
}

/// The encoding of the text of a frame (ID3v2.4.0 structure, section 4).
public enum ID3TextEncoding: UInt8, Sendable, Hashable, CaseIterable {
  /// ISO-8859-1, one byte per character.
  case isoLatin1 = 0
  /// UTF-16 with a byte order mark; written little-endian. UCS-2 in versions 2.2 and 2.3.
  case utf16 = 1
  /// UTF-16, big-endian, without a byte order mark. Version 2.4 only.
  case utf16BigEndian = 2
  /// UTF-8. Version 2.4 only.
  case utf8 = 3

  /// The number of bytes in a code unit, which is also the size of a terminator.
  var unitSize: Int {
    switch self {
    case .isoLatin1, .utf8: 1
    case .utf16, .utf16BigEndian: 2
    }
  }

  func terminator(in bytes: ArraySlice<UInt8>) -> Int? {
    guard unitSize == 2 else { return bytes.firstZero }
    var index = bytes.startIndex
    while bytes.endIndex - index >= 2 {
      if bytes[index] == 0, bytes[index + 1] == 0 { return index }
      index += 2
    }
    return nil
  }

  /// The bytes of a string, without a terminator; nil if the string has a NUL or a character that the encoding lacks.
  func bytes(_ string: String) -> [UInt8]? {
    guard !string.utf8.contains(0) else { return nil }
    switch self {
    case .isoLatin1: return ISOLatin1.bytes(string)
    case .utf8: return Array(string.utf8)
    case .utf16:
      // Even an empty string gets a mark, because some readers require it.
      return string.utf16.reduce(into: [0xff, 0xfe]) { bytes, unit in
        bytes.append(UInt8(truncatingIfNeeded: unit))
        bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
      }
    case .utf16BigEndian:
      return string.utf16.reduce(into: []) { bytes, unit in
        bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
        bytes.append(UInt8(truncatingIfNeeded: unit))
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index of the first zero; nil if no byte is zero. Searching the buffer is faster than searching the slice.
  var firstZero: Int? {
    withUnsafeBufferPointer { $0.firstIndex(of: 0) }.map { startIndex + $0 }
  }
}

/// ISO-8859-1, the encoding of owners, URLs, MIME types and languages.
enum ISOLatin1 {
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    // Owners and URLs are usually ASCII, which one vectorised pass detects.
    let union = bytes.withUnsafeBufferPointer { $0.reduce(0, |) }
    guard union >= 0x80 else { return String(decoding: bytes, as: UTF8.self) }
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x80 {
        utf8.append(byte)
      } else {
        utf8.append(0xc0 | byte >> 6)
        utf8.append(0x80 | byte & 0x3f)
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  /// One byte for each scalar; nil if any scalar is above U+00FF.
  static func bytes(_ string: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.utf8.count)
    for scalar in string.unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

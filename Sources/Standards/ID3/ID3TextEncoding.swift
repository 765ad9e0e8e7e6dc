/// How the text of a frame is encoded (ID3v2.4.0 structure, section 4).
public enum ID3TextEncoding: UInt8, Sendable, Hashable, CaseIterable {
  /// ISO-8859-1, one byte a character.
  case isoLatin1 = 0
  /// UTF-16 with a byte order mark; written little-endian. UCS-2 in versions 2.2 and 2.3.
  case utf16 = 1
  /// UTF-16, big-endian, without a byte order mark. Version 2.4 only.
  case utf16BigEndian = 2
  /// UTF-8. Version 2.4 only.
  case utf8 = 3

  /// Bytes of one code unit, and of the zero that ends a string.
  var unitSize: Int {
    switch self {
    case .isoLatin1, .utf8: 1
    case .utf16, .utf16BigEndian: 2
    }
  }

  /// Where the first terminator of `bytes` starts; nil when there is none.
  func terminator(in bytes: ArraySlice<UInt8>) -> Int? {
    guard unitSize == 2 else { return bytes.firstZero }
    var index = bytes.startIndex
    while bytes.endIndex - index >= 2 {
      if bytes[index] == 0, bytes[index + 1] == 0 { return index }
      index += 2
    }
    return nil
  }

  /// The bytes of a string without terminator; nil when it holds a NUL or a character that the
  /// encoding does not have.
  func bytes(_ string: String) -> [UInt8]? {
    guard !string.utf8.contains(0) else { return nil }
    switch self {
    case .isoLatin1: return ISOLatin1.bytes(string)
    case .utf8: return Array(string.utf8)
    case .utf16:
      // A mark even for an empty string: some readers demand it.
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
  /// Index of the first zero; searching the bare memory takes a third of the time.
  var firstZero: Int? {
    withUnsafeBufferPointer { $0.firstIndex(of: 0) }.map { startIndex + $0 }
  }
}

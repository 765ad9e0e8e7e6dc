/// The ten bytes that start every ID3v2 tag (ID3v2.4.0 structure, section 3.1).
///
/// ```
///  0               3       4       5       6                              10
/// +----+----+-----+-------+-------+-------+-------+-------+-------+-------+
/// | I    D    3   | major | revi- | flags | size, synchsafe: 0sssssss x 4 |
/// | 49   44   33  | 02-04 | sion  |       | bytes after this header       |
/// +----+----+-----+-------+-------+-------+-------+-------+-------+-------+
/// ```
///
/// The size field does not include a footer, which only version 2.4 has.
public struct ID3Header: Sendable, Hashable {
  /// The size of a header in bytes, which is also the size of a footer.
  public static let byteCount = 10

  /// The version of the tag; its major version is 2, 3 or 4.
  public let version: ID3Version
  /// The flags byte as stored. The properties of ``ID3Tag`` show what the flags mean.
  public let flags: UInt8
  /// The number of bytes between header and footer, 0 to 268,435,455: the value of the synchsafe size field.
  public let bodySize: Int

  @usableFromInline
  init(version: ID3Version, flags: UInt8, bodySize: Int) {
    self.version = version
    self.flags = flags
    self.bodySize = bodySize
  }

  /// Reads a header from the first ten bytes of `bytes`.
  ///
  /// Fails unless the bytes are a plausible header: `ID3`, a major version of 2 to 4, a revision other than 255, and
  /// four size bytes below 128. The standard recommends this pattern to detect tags among other bytes (section 3.1).
  @inlinable
  public init?(_ bytes: some RandomAccessCollection<UInt8>) {
    guard bytes.count >= 10 else { return nil }
    var index = bytes.startIndex
    func next() -> UInt8 {
      defer { bytes.formIndex(after: &index) }
      return bytes[index]
    }
    guard next() == 0x49, next() == 0x44, next() == 0x33 else { return nil }
    let major = next()
    let revision = next()
    guard (2...4).contains(major), revision != 0xff else { return nil }
    let flags = next()
    var size = 0
    for _ in 0..<4 {
      let byte = next()
      guard byte < 0x80 else { return nil }
      size = size << 7 | Int(byte)
    }
    self.init(
      version: ID3Version(major: major, revision: revision),
      flags: flags,
      bodySize: size
    )
  }

  /// Whether a footer follows the body (ID3v2.4.0 structure, section 3.4).
  @inlinable
  public var hasFooter: Bool { version.major == 4 && flags & 0x10 != 0 }

  /// The size in bytes from `ID3` to the declared end: header, body and footer.
  @inlinable
  public var tagSize: Int { 10 + bodySize + (hasFooter ? 10 : 0) }
}

extension ID3Header {
  /// The ten bytes of the header or, if `identifier` is `3DI`, of the footer.
  func encoded(identifier: StaticString = "ID3") -> [UInt8] {
    var bytes = identifier.withUTF8Buffer { Array($0) }
    bytes.append(contentsOf: [version.major, version.revision, flags])
    bytes.append(contentsOf: SynchsafeInteger.bytes(bodySize))
    return bytes
  }

  enum Flag {
    /// The whole body (2.2, 2.3) or all frames (2.4) are unsynchronised.
    static let unsynchronisation: UInt8 = 0x80
    /// The tag is compressed by a method that was never specified (2.2).
    static let compression22: UInt8 = 0x40
    /// An extended header follows (2.3, 2.4).
    static let extendedHeader: UInt8 = 0x40
    /// The tag is in an experimental stage (2.3, 2.4).
    static let experimental: UInt8 = 0x20
    /// A footer follows the body (2.4).
    static let footer: UInt8 = 0x10

    static func defined(inMajor major: UInt8) -> UInt8 {
      switch major {
      case 2: unsynchronisation | compression22
      case 3: unsynchronisation | extendedHeader | experimental
      default: unsynchronisation | extendedHeader | experimental | footer
      }
    }
  }
}

/// The version of a tag's structure, as in its header (ID3v2.4.0 structure, section 3.1).
public struct ID3Version: Sendable, Hashable, CustomStringConvertible {
  /// The major version: 2, 3 or 4.
  public var major: UInt8
  /// The revision: 0 in every published version, never 255.
  public var revision: UInt8

  /// Creates the version `2.<major>.<revision>`.
  public init(major: UInt8, revision: UInt8 = 0) {
    self.major = major
    self.revision = revision
  }

  /// ID3v2.2.0: frame identifiers of three characters, no frame flags.
  public static let v22 = ID3Version(major: 2)
  /// ID3v2.3.0: plain frame sizes.
  public static let v23 = ID3Version(major: 3)
  /// ID3v2.4.0: synchsafe frame sizes, footer, UTF-8.
  public static let v24 = ID3Version(major: 4)

  /// The usual form, such as `2.4.0`.
  public var description: String { "2.\(major).\(revision)" }
}

/// Big-endian integers with seven bits per byte, so that no byte can look like an MPEG frame sync (ID3v2.4.0
/// structure, section 6.2).
enum SynchsafeInteger {
  /// The largest value of four synchsafe bytes: 28 bits.
  static let maximum = 0x0fff_ffff

  /// The value of synchsafe bytes; nil if the top bit of any byte is set.
  static func value(_ bytes: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard byte < 0x80 else { return nil }
      value = value << 7 | Int(byte)
    }
    return value
  }

  /// Four synchsafe bytes. Bits beyond 28 are dropped, so callers check ``maximum`` first.
  static func bytes(_ value: Int) -> [UInt8] {
    [21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0) & 0x7f }
  }
}

enum BigEndianInteger {
  /// The value of up to seven bytes.
  static func value(_ bytes: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in bytes { value = value << 8 | Int(byte) }
    return value
  }

  static func bytes(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

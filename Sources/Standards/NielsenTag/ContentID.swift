/// A CID: 16 bytes that identify a source and its broadcast day, encrypted.
///
/// A source has one CID for each broadcast day, so equal CIDs, other than the null CID, mean the same source and day.
/// Nothing else can be learned from a CID without Nielsen's key.
public struct ContentID: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes of a CID.
  public static let byteCount = 16

  /// The number of characters of a CID in a payload.
  public static let characterCount = 24

  /// The CID for "no source, no time": `X100zdCIGeIlgZnkYj6UvQ==`. It is public.
  public static let null = ContentID(high: 0x5f5d_34cd_d088_19e2, low: 0x2581_99e4_623e_94bd)

  private let high: UInt64
  private let low: UInt64

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a CID from its bytes; fails unless there are exactly 16.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.high = words.high << 8 | UInt64(byte)
      } else {
        words.low = words.low << 8 | UInt64(byte)
      }
    }
    self.init(high: words.high, low: words.low)
  }

  /// Creates a CID from its text; fails unless the text is valid base64url of 24 characters, including the padding.
  public init?(text: some StringProtocol) {
    guard let bytes = try? Base64URL.decode(Array(text.utf8)[...], byteCount: Self.byteCount)
    else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether this is the null CID.
  public var isNull: Bool { self == .null }

  /// The decoded CID: 16 bytes.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in
      stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
    }
  }

  /// The CID in the form used in payloads: 22 base64url characters and `==`.
  public var text: String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

  /// The same text as `text`.
  public var description: String { text }
}

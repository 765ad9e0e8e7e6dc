/// The watermark blob of a payload: 125 bytes, of which the first 3 and the last 10 are not encrypted.
///
/// ```
///  0     2      3         19        35        51        67        83        99        115     119     123   125
///  +-----+------+---------+---------+---------+---------+---------+---------+---------+-------+-------+-----+
///  | seq | type | block 0 | block 1 | block 2 | block 3 | block 4 | block 5 | block 6 | first |  last | sum |
///  +-----+------+---------+---------+---------+---------+---------+---------+---------+-------+-------+-----+
///  |   clear    |<------------- seven 16-byte blocks, encrypted: opaque ------------->|        clear        |
/// ```
///
/// This layout is **heuristic**: it was found by arithmetic on a few public payloads, and no publication describes it.
/// `BlobCalibration` shows whether the layout fits a stream.
public struct WatermarkBlob: Sendable, Hashable {
  /// The number of bytes of a blob.
  public static let byteCount = 125

  /// The number of characters of a blob in a payload.
  public static let characterCount = 168

  /// The number of encrypted blocks.
  public static let blockCount = 7

  /// The size of an encrypted block in bytes.
  public static let blockSize = 16

  /// The byte order in which the sequence number is read and written.
  ///
  /// The true order is not known; two consecutive real tags would show it.
  public static let sequenceByteOrder = ByteOrder.littleEndian

  static let typeOffset = 2
  static let blocksOffset = 3
  static let firstTimeOffset = 115
  static let lastTimeOffset = 119
  static let checksumOffset = 123

  /// The order of two bytes in a number.
  public enum ByteOrder: Sendable, CaseIterable {
    /// The low byte comes first.
    case littleEndian
    /// The high byte comes first.
    case bigEndian
  }

  /// The 125 bytes of the blob, decoded from base64url.
  public let bytes: [UInt8]

  /// Creates a blob from its bytes; fails unless there are exactly 125.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = Array(bytes)
  }

  /// The blob in the form used in payloads: 167 base64url characters and `=`.
  public var text: String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

  /// The sequence number in the given byte order. Heuristic.
  ///
  /// DATA and INFO tags share one sequence, which restarts when the inserter fails over.
  public func sequence(_ order: ByteOrder = Self.sequenceByteOrder) -> UInt16 {
    switch order {
    case .littleEndian: UInt16(bytes[1]) << 8 | UInt16(bytes[0])
    case .bigEndian: UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
  }

  /// The type in the tag: 1 for INFO, 2 for DATA, others unknown. Heuristic.
  public var typeByte: UInt8 { bytes[Self.typeOffset] }

  /// The encrypted bytes of block `index`, 0 to 6; nil for other indices.
  public func block(_ index: Int) -> ArraySlice<UInt8>? {
    guard (0..<Self.blockCount).contains(index) else { return nil }
    let start = Self.blocksOffset + index * Self.blockSize
    return bytes[start..<start + Self.blockSize]
  }

  /// The indices of the blocks that are neither the null CID nor all zeros. Heuristic.
  public var usedBlocks: [Int] {
    let null = ContentID.null.bytes
    return (0..<Self.blockCount).filter { index in
      guard let block = block(index) else { return false }
      return !block.elementsEqual(null) && block.contains { $0 != 0 }
    }
  }

  /// When collection of the tag's content began: Unix seconds, 0 to 2³²−1, on the encoder's clock. Heuristic.
  public var firstTagTime: Int64 { number(at: Self.firstTimeOffset) }

  /// When the tag was released: Unix seconds, 0 to 2³²−1, on the encoder's clock. Heuristic.
  public var lastTagTime: Int64 { number(at: Self.lastTimeOffset) }

  /// The checksum in the blob. Heuristic.
  public var storedChecksum: UInt16 {
    UInt16(bytes[Self.checksumOffset]) << 8 | UInt16(bytes[Self.checksumOffset + 1])
  }

  /// The sum of the 123 bytes before the checksum. It is at most 31,365, so it cannot wrap. Heuristic.
  public var computedChecksum: UInt16 { Self.checksum(of: bytes[..<Self.checksumOffset]) }

  /// Whether the stored checksum equals the computed one. Heuristic.
  public var isChecksumValid: Bool { storedChecksum == computedChecksum }

  static func checksum(of bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0) { $0 &+ UInt16($1) }
  }

  private func number(at offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Observes the payloads of one stream and decides whether they follow the blob model.
///
/// The model is based on few samples. A checksum of random bytes is valid by chance about once in 65,536 times, so a
/// single valid checksum confirms the model. Many blobs without a valid checksum refute it, and then no value read from
/// a blob may be shown or judged (`NielsenPayload.withoutBlobModel()`).
public struct BlobCalibration: Sendable, Equatable {
  /// The number of blobs, none with a valid checksum, that refutes the model.
  public static let refutingBlobs = 8

  /// Whether the blob model fits the stream.
  public enum State: Sendable {
    /// Too few blobs to decide.
    case undecided
    /// A checksum was valid.
    case confirmed
    /// At least `refutingBlobs` blobs were seen, none with a valid checksum.
    case refuted
  }

  /// The number of blobs seen.
  public private(set) var blobs = 0
  /// The number of blobs with a valid checksum.
  public private(set) var validChecksums = 0

  /// Creates a calibration that has observed no payload.
  public init() {}

  /// Observes one payload of the stream. A payload without a readable blob does not count.
  public mutating func observe(_ payload: NielsenPayload) {
    guard let blob = payload.watermark else { return }
    blobs += 1
    if blob.isChecksumValid { validChecksums += 1 }
  }

  /// The decision after the payloads observed so far.
  public var state: State {
    if validChecksums > 0 { return .confirmed }
    return blobs >= Self.refutingBlobs ? .refuted : .undecided
  }
}

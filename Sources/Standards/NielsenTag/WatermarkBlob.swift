/// The blob of a payload: 125 bytes of which the outer 13 are in clear.
///
/// ```
///  0     2      3         19        35        51        67        83        99        115     119     123   125
///  +-----+------+---------+---------+---------+---------+---------+---------+---------+-------+-------+-----+
///  | seq | type | block 0 | block 1 | block 2 | block 3 | block 4 | block 5 | block 6 | first |  last | sum |
///  +-----+------+---------+---------+---------+---------+---------+---------+---------+-------+-------+-----+
///  |   clear    |<------------- seven 16-byte blocks, encrypted: opaque ------------->|        clear        |
/// ```
///
/// This layout is **heuristic**: it was found by arithmetic on a few public payloads and no
/// publication describes it. `BlobCalibration` shows whether it fits a stream.
public struct WatermarkBlob: Sendable, Hashable {
  /// The number of bytes of a blob.
  public static let byteCount = 125

  /// The number of characters a blob takes in a payload.
  public static let characterCount = 168

  /// The number of encrypted blocks.
  public static let blockCount = 7

  /// The number of bytes of an encrypted block.
  public static let blockSize = 16

  /// The order in which the two bytes of the sequence number are read and written.
  ///
  /// The true order is open: two consecutive real tags settle it. Nothing else hangs on it.
  public static let sequenceByteOrder = ByteOrder.littleEndian

  static let typeOffset = 2
  static let blocksOffset = 3
  static let firstTimeOffset = 115
  static let lastTimeOffset = 119
  static let checksumOffset = 123

  /// How two bytes make a number.
  public enum ByteOrder: Sendable, CaseIterable {
    /// The low byte is first.
    case littleEndian
    /// The high byte is first.
    case bigEndian
  }

  /// The 125 bytes.
  public let bytes: [UInt8]

  /// A blob of exactly 125 bytes; nil for any other number.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = Array(bytes)
  }

  /// The blob as a payload carries it: 167 base64url characters and `=`.
  public var text: String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

  /// The sequence number read in the given order. Heuristic.
  ///
  /// DATA and INFO tags share one numbering, which restarts when the inserter fails over.
  public func sequence(_ order: ByteOrder = Self.sequenceByteOrder) -> UInt16 {
    switch order {
    case .littleEndian: UInt16(bytes[1]) << 8 | UInt16(bytes[0])
    case .bigEndian: UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
  }

  /// The type in the tag: 1 INFO, 2 DATA, others unknown. Heuristic.
  public var typeByte: UInt8 { bytes[Self.typeOffset] }

  /// The encrypted bytes of block `index`, 0 to 6; nil outside.
  public func block(_ index: Int) -> ArraySlice<UInt8>? {
    guard (0..<Self.blockCount).contains(index) else { return nil }
    let start = Self.blocksOffset + index * Self.blockSize
    return bytes[start..<start + Self.blockSize]
  }

  /// The blocks that hold neither the null CID nor zeros: how full the tag is. Heuristic.
  public var usedBlocks: [Int] {
    let null = ContentID.null.bytes
    return (0..<Self.blockCount).filter { index in
      guard let block = block(index) else { return false }
      return !block.elementsEqual(null) && block.contains { $0 != 0 }
    }
  }

  /// When the tag's content began to be collected: Unix seconds, 0 to 2³²−1, by the clock that the
  /// encoder was fed. Heuristic.
  public var firstTagTime: Int64 { number(at: Self.firstTimeOffset) }

  /// When the tag was released: Unix seconds, 0 to 2³²−1, by the clock that the encoder was fed.
  /// Heuristic.
  public var lastTagTime: Int64 { number(at: Self.lastTimeOffset) }

  /// The checksum carried. Heuristic.
  public var storedChecksum: UInt16 {
    UInt16(bytes[Self.checksumOffset]) << 8 | UInt16(bytes[Self.checksumOffset + 1])
  }

  /// The sum of the 123 bytes before the checksum: at most 31 365, so it never wraps. Heuristic.
  public var computedChecksum: UInt16 { Self.checksum(of: bytes[..<Self.checksumOffset]) }

  /// Whether the checksum carried is the one computed. Heuristic.
  public var isChecksumValid: Bool { storedChecksum == computedChecksum }

  static func checksum(of bytes: some Sequence<UInt8>) -> UInt16 {
    bytes.reduce(0) { $0 &+ UInt16($1) }
  }

  private func number(at offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}

/// Watches the payloads of one stream and says whether the blob model fits it.
///
/// The model rests on few samples. A checksum that holds by chance is one in 65 536, so a single one
/// confirms it; many blobs without one refute it, and then nothing read from a blob may be shown or
/// judged (`NielsenPayload.withoutBlobModel()`).
public struct BlobCalibration: Sendable, Equatable {
  /// The number of blobs without a right checksum that refutes the model.
  public static let refutingBlobs = 8

  /// The state of the model.
  public enum State: Sendable {
    /// Too few blobs to decide.
    case undecided
    /// A checksum held.
    case confirmed
    /// No checksum held in `refutingBlobs` blobs or more.
    case refuted
  }

  /// The number of blobs seen.
  public private(set) var blobs = 0
  /// The number of blobs with a valid checksum.
  public private(set) var validChecksums = 0

  /// A calibration that has seen nothing.
  public init() {}

  /// Takes note of one payload of the stream. One without a readable blob counts for nothing.
  public mutating func observe(_ payload: NielsenPayload) {
    guard let blob = payload.watermark else { return }
    blobs += 1
    if blob.isChecksumValid { validChecksums += 1 }
  }

  /// The current state.
  public var state: State {
    if validChecksums > 0 { return .confirmed }
    return blobs >= Self.refutingBlobs ? .refuted : .undecided
  }
}

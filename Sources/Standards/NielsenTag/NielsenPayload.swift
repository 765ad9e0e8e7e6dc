/// The payload of a Nielsen tag: the 249 characters of the owner identifier in its PRIV frame.
///
/// ```
///  0               16                       41                       66                235   241   247
///  www.nielsen.com/CCCCCCCCCCCCCCCCCCCCCC==/CCCCCCCCCCCCCCCCCCCCCC==/BBBBB...BBBBBBBB=/ddddd/ddddd/dd
///  |<--- 15 ---->| |<-------- 24 -------->| |<-------- 24 -------->| |<---- 168 ---->| |-5-| |-5-| 2
///        host               PC CID                   FD CID            watermark blob    PC    FD  br
/// ```
///
/// Reading is tolerant: an unreadable field is nil, `faults` shows why, and the other fields are still read. Nothing
/// is decrypted. The order of PC before FD, and all values from the blob (sequence, type, times, checksum, used
/// blocks), are **heuristic**: they fit every public sample, but no publication describes them.
public struct NielsenPayload: Sendable, Equatable {
  /// The number of characters of a payload.
  public static let byteCount = 249

  /// The prefix of a Nielsen tag's owner identifier.
  public static let ownerPrefix = "www.nielsen.com/"

  /// The plausible offsets in seconds: less than 25 hours, because a day is an hour longer when the clocks go back.
  public static let saneOffsets = 0...89_999

  /// The two kinds of tags.
  public enum Kind: String, Sendable {
    /// A tag with the watermark detections of about ten seconds.
    case data
    /// A tag about the encoder, released approximately every five minutes.
    case info
  }

  /// The payload as text, unchanged.
  public let text: String
  /// The CID of the Program Content.
  public let pcCID: ContentID?
  /// The CID of the Final Distributor.
  public let fdCID: ContentID?
  /// The watermark blob.
  public let watermark: WatermarkBlob?
  /// The Program Content's offset: seconds since the start of its broadcast day (03:00 on the encoder's clock), 0 to
  /// 99,999.
  public let pcOffset: Int?
  /// The Final Distributor's offset: seconds since the start of its broadcast day (03:00 on the encoder's clock), 0 to
  /// 99,999.
  public let fdOffset: Int?
  /// The break-out code: two digits, `00` in every known tag.
  public let breakout: String?
  /// The faults in the text, in order of position.
  public let faults: [PayloadFault]
  /// DATA or INFO. The value is heuristic if it is derived from the blob.
  public private(set) var kind: Kind
  /// Whether `kind` is only assumed to be DATA, because nothing in the payload shows the kind.
  public private(set) var isKindUncertain: Bool
  /// Whether the fields of the blob are used. False after `withoutBlobModel()`.
  public private(set) var usesBlobModel = true

  /// Reads the owner identifier of a PRIV frame; fails unless it is ASCII and starts with `ownerPrefix`.
  public init?(owner: String) {
    self.init(bytes: Array(owner.utf8))
  }

  /// Reads the bytes of a PRIV frame's owner identifier, without the NUL after it; fails unless the bytes are ASCII and
  /// start with `ownerPrefix`.
  public init?(bytes: [UInt8]) {
    guard bytes.starts(with: Self.ownerPrefix.utf8), bytes.allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    var reader = PayloadReader(bytes)
    reader.read()
    text = String(decoding: bytes, as: UTF8.self)
    pcCID = reader.pcCID
    fdCID = reader.fdCID
    watermark = reader.watermark
    pcOffset = reader.pcOffset
    fdOffset = reader.fdOffset
    breakout = reader.breakout
    faults = reader.faults
    (kind, isKindUncertain) = (.data, true)
    (kind, isKindUncertain) = classification
  }

  /// Returns a copy that does not use the fields of the blob, not even to decide `kind`. Use the copy if
  /// `BlobCalibration` refutes the blob model for the stream.
  public func withoutBlobModel() -> NielsenPayload {
    var payload = self
    payload.usesBlobModel = false
    (payload.kind, payload.isKindUncertain) = payload.classification
    return payload
  }
}

extension NielsenPayload {
  private var blob: WatermarkBlob? { usesBlobModel ? watermark : nil }

  /// The sequence number in `WatermarkBlob.sequenceByteOrder`. Nil if the blob is unreadable or ignored. Heuristic.
  public var sequence: UInt16? { blob?.sequence() }

  /// The type in the tag: 1 for INFO, 2 for DATA, others unknown. Nil if the blob is unreadable or ignored. Heuristic.
  public var typeByte: UInt8? { blob?.typeByte }

  /// When collection of the tag's content began, in Unix seconds. Nil if the blob is unreadable or ignored. Heuristic.
  public var firstTagTime: Int64? { blob?.firstTagTime }

  /// When the tag was released, in Unix seconds. Nil if the blob is unreadable or ignored. Heuristic.
  public var lastTagTime: Int64? { blob?.lastTagTime }

  /// The checksum in the blob. Nil if the blob is unreadable or ignored. Heuristic.
  public var storedChecksum: UInt16? { blob?.storedChecksum }

  /// The checksum computed from the blob. Nil if the blob is unreadable or ignored. Heuristic.
  public var computedChecksum: UInt16? { blob?.computedChecksum }

  /// Whether `storedChecksum` equals `computedChecksum`. Nil if the blob is unreadable or ignored. Heuristic.
  public var checksumValid: Bool? { blob?.isChecksumValid }

  /// The indices of the blob's used blocks, 0 to 6. Nil if the blob is unreadable or ignored. Heuristic.
  public var usedBlocks: [Int]? { blob?.usedBlocks }
}

extension NielsenPayload {
  enum TagType {
    static let info: UInt8 = 1
    static let data: UInt8 = 2
  }

  /// The plausible tag times in Unix seconds: 2010-01-01 to 2099-12-31. A tag time outside this range counts as wrong.
  public static let plausibleTagTimes: ClosedRange<Int64> = 1_262_304_000...4_102_444_799

  /// Decides the kind. If the blob has a valid checksum and type 1 or 2, the type decides. If not, a CID that is not
  /// null or an offset that is not 0 means DATA, and in a complete payload, equal and plausible first and last tag
  /// times mean INFO. Two null CIDs alone prove nothing: a DATA tag may have them for 10 to 20 s after a start or a
  /// change of source.
  private var classification: (kind: Kind, isUncertain: Bool) {
    if let blob, blob.isChecksumValid {
      if blob.typeByte == TagType.info { return (.info, false) }
      if blob.typeByte == TagType.data { return (.data, false) }
    }
    let hasSource = [pcCID, fdCID].contains { $0.map { !$0.isNull } ?? false }
    let hasOffset = [pcOffset, fdOffset].contains { $0.map { $0 != 0 } ?? false }
    if hasSource || hasOffset { return (.data, false) }
    let isNothingMissing = pcCID != nil && fdCID != nil && pcOffset != nil && fdOffset != nil
    if isNothingMissing, let blob, blob.firstTagTime == blob.lastTagTime,
      Self.plausibleTagTimes.contains(blob.lastTagTime)
    {
      return (.info, false)
    }
    return (.data, true)
  }
}

/// The seven fields of a payload, in their order.
public enum PayloadField: Int, Sendable, CaseIterable, CustomStringConvertible {
  /// `www.nielsen.com`.
  case host
  /// The CID of the Program Content.
  case pcCID
  /// The CID of the Final Distributor.
  case fdCID
  /// The watermark blob.
  case watermark
  /// Seconds since the start of the Program Content's broadcast day.
  case pcOffset
  /// Seconds since the start of the Final Distributor's broadcast day.
  case fdOffset
  /// The break-out code.
  case breakout

  /// The position of the field in a payload, in characters.
  public var offset: Int {
    switch self {
    case .host: 0
    case .pcCID: 16
    case .fdCID: 41
    case .watermark: 66
    case .pcOffset: 235
    case .fdOffset: 241
    case .breakout: 247
    }
  }

  /// The number of characters of the field.
  public var count: Int {
    switch self {
    case .host: 15
    case .pcCID, .fdCID: ContentID.characterCount
    case .watermark: WatermarkBlob.characterCount
    case .pcOffset, .fdOffset: 5
    case .breakout: 2
    }
  }

  /// The position after the field, in characters: the next `/`, or the end of the payload.
  public var end: Int { offset + count }

  /// The name of the field in messages, such as `FD CID`.
  public var description: String {
    switch self {
    case .host: "host"
    case .pcCID: "PC CID"
    case .fdCID: "FD CID"
    case .watermark: "watermark blob"
    case .pcOffset: "PC offset"
    case .fdOffset: "FD offset"
    case .breakout: "breakout"
    }
  }
}

extension NielsenPayload {
  /// The last tag time of a payload, in Unix seconds, read from the eight characters that contain it.
  ///
  /// The rest of the blob and its checksum are not read, and no memory is allocated, so this is fast enough to call for
  /// every payload. Nil unless `bytes` are 249 characters with Nielsen's prefix, a `/` on either side of the blob, and
  /// base64url in the eight positions of the last tag time. Heuristic.
  public static func lastTagTime(ofPayload bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    let field = PayloadField.watermark
    guard bytes.count == byteCount, bytes[field.offset - 1] == UInt8(ascii: "/"),
      bytes[field.end] == UInt8(ascii: "/"), bytes.starts(with: ownerPrefix.utf8)
    else { return nil }
    // Four characters encode three bytes. The first four characters read here end with byte 119, and the other four
    // encode bytes 120 to 122.
    let groupStart = WatermarkBlob.lastTimeOffset / 3 * 3
    let start = field.offset + groupStart / 3 * 4
    var bits: UInt64 = 0
    for index in start..<start + 8 {
      let value = Base64URL.values[Int(bytes[index])]
      guard value != Base64URL.invalid else { return nil }
      bits = bits << 6 | UInt64(value)
    }
    return Int64(bits & 0xffff_ffff)
  }
}

/// A range of bytes of a resource (RFC 8216, section 4.3.2.2).
public struct ByteRange: Sendable, Hashable {
  /// The offset of the first byte, from 0.
  public let offset: Int
  /// The number of bytes; may be 0.
  public let length: Int

  /// Creates a range; fails if a number is negative or the end exceeds 2⁶³−1.
  public init?(offset: Int, length: Int) {
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else {
      return nil
    }
    self.offset = offset
    self.length = length
  }

  /// The offset after the last byte.
  public var end: Int { offset + length }

  /// The value of an HTTP `Range` field (RFC 9110, section 14.2); nil for an empty range, which HTTP cannot request.
  public var rangeHeader: String? {
    length == 0 ? nil : "bytes=\(offset)-\(end - 1)"
  }
}

/// An EXT-X-MAP: the section to read before the segments to which it applies (RFC 8216, section 4.3.2.5).
public struct MediaInitializationSection: Sendable, Hashable {
  /// The URI as written, with variables replaced.
  public var uri: String
  /// The byte range in the resource; nil means the whole resource.
  public var byteRange: ByteRange?
  /// The keys in force at the position of the tag; empty if the section is not encrypted.
  public var keys: [EncryptionKey] = []
}

extension MediaInitializationSection {
  /// A section that is not encrypted; a nil `byteRange` means the whole resource.
  public init(uri: String, byteRange: ByteRange? = nil) {
    self.init(uri: uri, byteRange: byteRange, keys: [])
  }
}

/// An EXT-X-KEY or EXT-X-SESSION-KEY other than METHOD=NONE (RFC 8216, section 4.3.2.4).
public struct EncryptionKey: Sendable, Hashable {
  /// The method by which media are encrypted.
  public enum Method: Sendable, Hashable {
    /// Whole segments, AES-128 in CBC mode with PKCS#7 padding.
    case aes128
    /// Only samples, AES-128 in CBC mode. Timed ID3 is not encrypted.
    case sampleAES
    /// Only samples, Common Encryption `cenc`. Event message boxes are not encrypted.
    case sampleAESCTR
    /// Any other method, by its name.
    case other(String)

    init(_ name: String) {
      switch name {
      case "AES-128": self = .aes128
      case "SAMPLE-AES": self = .sampleAES
      case "SAMPLE-AES-CTR": self = .sampleAESCTR
      default: self = .other(name)
      }
    }

    /// The value of the attribute METHOD.
    public var name: String {
      switch self {
      case .aes128: "AES-128"
      case .sampleAES: "SAMPLE-AES"
      case .sampleAESCTR: "SAMPLE-AES-CTR"
      case .other(let name): name
      }
    }
  }

  /// The KEYFORMAT if the attribute is missing: the resource consists of the 16 bytes of the key.
  public static let identityFormat = "identity"
  /// The size of an initialization vector in bytes.
  public static let vectorSize = 16

  /// The value of METHOD.
  public var method: Method
  /// URI as written, with variables replaced; nil if it is missing.
  public var uri: String?
  /// IV, 16 bytes; nil if it is missing or not valid.
  public var initializationVector: [UInt8]?
  /// KEYFORMAT; `identity` if it is missing.
  public var keyFormat = identityFormat
  /// KEYFORMATVERSIONS, such as `1/2/5`; nil if it is missing.
  public var keyFormatVersions: String?

  /// The 16-byte initialization vector of a segment: IV, or the media sequence number as a big-endian integer (RFC
  /// 8216, section 5.2).
  public func initializationVector(forMediaSequenceNumber number: Int) -> [UInt8] {
    if let initializationVector { return initializationVector }
    let bits = UInt64(max(0, number))
    return [UInt8](repeating: 0, count: Self.vectorSize - 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }
}

extension EncryptionKey {
  /// A key at this URI, with the format `identity`.
  public init(method: Method, uri: String) {
    self.init(method: method, uri: uri, keyFormat: Self.identityFormat)
  }
}

/// An EXT-X-PART: a part of a segment that is available early (rfc8216bis, section 4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
  /// The URI as written, with variables replaced.
  public var uri: String
  /// DURATION in seconds; 0 if it is missing or not valid.
  public var duration: Double
  /// The byte range in the resource; nil means the whole resource.
  public var byteRange: ByteRange?
  /// INDEPENDENT=YES: decoding can start at this part.
  public var isIndependent = false
  /// GAP=YES: the part is not available.
  public var isGap = false
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension PartialSegment {
  /// A part with this URI and duration in seconds.
  public init(uri: String, duration: Double) { self.init(uri: uri, duration: duration, line: 0) }
}

/// An EXT-X-PRELOAD-HINT: a resource that will be needed soon (rfc8216bis, section 4.4.5.3).
public struct PreloadHint: Sendable, Hashable {
  /// The kind of resource that is needed.
  public enum Kind: Sendable, Hashable {
    /// A partial segment.
    case part
    /// A media initialization section.
    case map
    /// Any other TYPE, by its value.
    case other(String)
  }

  /// The value of TYPE.
  public var kind: Kind
  /// The URI as written, with variables replaced.
  public var uri: String
  /// BYTERANGE-START in bytes; 0 if it is missing or not valid.
  public var start = 0
  /// BYTERANGE-LENGTH in bytes; nil means up to the end of the resource.
  public var length: Int?
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension PreloadHint {
  /// A hint at the whole resource at this URI.
  public init(kind: Kind, uri: String) { self.init(kind: kind, uri: uri, line: 0) }
}

/// A non-standard tag that marks an ad break. Vendors differ, so everything but the kind and the tag is optional.
public struct CueMarker: Sendable, Hashable {
  /// The event at the next segment.
  public enum Kind: Sendable, Hashable {
    /// A break starts: EXT-X-CUE-OUT, or EXT-X-SCTE35 or EXT-SCTE35 with CUE-OUT=YES.
    case out
    /// A break continues: EXT-X-CUE-OUT-CONT, or EXT-X-SCTE35 or EXT-SCTE35 with CUE-OUT=CONT.
    case outContinued
    /// A break ends: EXT-X-CUE-IN, or EXT-X-SCTE35 or EXT-SCTE35 with CUE-IN=YES.
    case `in`
    /// A splice message without further information: EXT-OATCLS-SCTE35, EXT-X-SCTE35, EXT-SCTE35,
    /// EXT-X-SPLICEPOINT-SCTE35.
    case splice
    /// The next segment shows an asset: EXT-X-ASSET.
    case asset
  }

  /// The event at the next segment.
  public var kind: Kind
  /// The name of the tag without `#`.
  public var tag: String
  /// The planned duration of the break in seconds; nil if unknown.
  public var duration: Double?
  /// The elapsed time of the break in seconds; nil if unknown.
  public var elapsed: Double?
  /// The identifier of the event, as written; nil if the tag has none.
  public var id: String?
  /// The splice_info_section as written: Base64, or hexadecimal digits after `0x`.
  public var scte35: String?
  /// All attributes, if the tag has an attribute list.
  public var attributes: [PlaylistAttribute] = []
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension CueMarker {
  /// A marker in the tag of this name, without `#`.
  public init(kind: Kind, tag: String) { self.init(kind: kind, tag: tag, line: 0) }
}

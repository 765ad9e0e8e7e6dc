/// An EXT-X-KEY or EXT-X-SESSION-KEY other than METHOD=NONE (RFC 8216, section 4.3.2.4).
public struct EncryptionKey: Sendable, Hashable {
  /// How media are encrypted.
  public enum Method: Sendable, Hashable {
    /// Whole segments, AES-128 in CBC mode with PKCS#7 padding.
    case aes128
    /// Samples only, AES-128 in CBC mode. Timed ID3 stays in clear.
    case sampleAES
    /// Samples only, Common Encryption `cenc`. Event message boxes stay in clear.
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

    /// The name that the attribute METHOD has.
    public var name: String {
      switch self {
      case .aes128: "AES-128"
      case .sampleAES: "SAMPLE-AES"
      case .sampleAESCTR: "SAMPLE-AES-CTR"
      case .other(let name): name
      }
    }
  }

  /// KEYFORMAT where the attribute is absent: the resource is the 16 bytes of the key.
  public static let identityFormat = "identity"
  /// The size of an initialization vector in bytes.
  public static let vectorSize = 16

  /// METHOD.
  public let method: Method
  /// URI as written, variables replaced; nil where it is missing.
  public let uri: String?
  /// IV, 16 bytes; nil where it is absent.
  public let initializationVector: [UInt8]?
  /// KEYFORMAT, `identity` where absent.
  public let keyFormat: String
  /// KEYFORMATVERSIONS, such as `1/2/5`; nil where absent.
  public let keyFormatVersions: String?

  /// The 16 bytes that decryption of a segment starts with: IV, else the media sequence number as a
  /// big-endian integer (RFC 8216, section 5.2).
  public func initializationVector(forMediaSequenceNumber number: Int) -> [UInt8] {
    if let initializationVector { return initializationVector }
    let bits = UInt64(max(0, number))
    return [UInt8](repeating: 0, count: Self.vectorSize - 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }
}

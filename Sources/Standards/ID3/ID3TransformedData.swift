/// The body of a compressed or encrypted frame, which is neither decompressed nor decrypted
/// (ID3v2.4.0 structure, section 4.1.2).
public struct ID3TransformedData: Sendable, Hashable {
  /// Whether the compression flag is set: zlib, before any encryption.
  public var isCompressed: Bool
  /// The method, as an ENCR frame registers it; nil when the encryption flag is not set.
  public var encryptionMethod: UInt8?
  /// Bytes before compression and encryption, as the frame says.
  ///
  /// Version 2.3 has it for every compressed frame and for no other; in version 2.4 it is the data
  /// length indicator, nil without that flag.
  public var originalLength: Int?
  /// The compressed or encrypted bytes.
  public var bytes: [UInt8]

  /// Makes a body; at least one of the first two must say that there is a transformation.
  public init(
    isCompressed: Bool,
    encryptionMethod: UInt8?,
    originalLength: Int?,
    bytes: [UInt8]
  ) {
    self.isCompressed = isCompressed
    self.encryptionMethod = encryptionMethod
    self.originalLength = originalLength
    self.bytes = bytes
  }
}

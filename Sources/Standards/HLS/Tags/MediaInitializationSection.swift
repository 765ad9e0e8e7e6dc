/// An EXT-X-MAP: it must be read before the segments it applies to (RFC 8216, section 4.3.2.5).
public struct MediaInitializationSection: Sendable, Hashable {
  /// The URI as written, variables replaced.
  public let uri: String
  /// The part of the resource; nil for the whole.
  public let byteRange: ByteRange?
  /// The keys in force at the place of the tag; empty where the section is in clear.
  public let keys: [EncryptionKey]
}

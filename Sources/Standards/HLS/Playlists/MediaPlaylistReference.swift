/// A media playlist that a multivariant playlist names, once for each address.
public struct MediaPlaylistReference: Sendable, Hashable {
  /// A short name, different from that of every other reference of the same playlist, and the same
  /// each time that playlist is read: `video/5200000` for a variant, `audio/5200000` for one without
  /// picture, `audio/aac/English` (type, GROUP-ID, NAME) for a rendition.
  public let name: String
  /// The absolute address.
  public let uri: String
  /// The variants that name it; empty for a rendition of its own.
  public let variants: [Variant]
  /// The renditions that name it. May be beside variants: an audio rendition is often a variant
  /// without picture too.
  public let renditions: [Rendition]
}

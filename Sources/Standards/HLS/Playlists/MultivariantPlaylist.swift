/// A multivariant (or master) playlist: variants and renditions (RFC 8216, section 4.3.4).
public struct MultivariantPlaylist: Sendable, Hashable {
  /// The address it was read from.
  public let uri: String
  /// EXT-X-VERSION, 1 where absent.
  public internal(set) var version = 1
  /// EXT-X-INDEPENDENT-SEGMENTS.
  public internal(set) var hasIndependentSegments = false
  /// EXT-X-START.
  public internal(set) var start: StartPoint?
  /// EXT-X-STREAM-INF, in order.
  public internal(set) var variants: [Variant] = []
  /// EXT-X-I-FRAME-STREAM-INF, in order.
  public internal(set) var iFrameVariants: [Variant] = []
  /// EXT-X-MEDIA, in order; those that are there twice are here twice.
  public internal(set) var renditions: [Rendition] = []
  /// EXT-X-SESSION-DATA.
  public internal(set) var sessionData: [SessionData] = []
  /// EXT-X-SESSION-KEY.
  public internal(set) var sessionKeys: [EncryptionKey] = []
  /// EXT-X-CONTENT-STEERING.
  public internal(set) var contentSteering: ContentSteering?
  /// Variables by name, as EXT-X-DEFINE made them: what media playlists may import.
  public internal(set) var variables: [String: String] = [:]
  /// Unknown tags.
  public internal(set) var unknownTags: [UnknownTag] = []

  init(uri: String) {
    self.uri = uri
  }

  /// The URI that a `reference` of this playlist means (RFC 8216, section 4.1).
  public func resolve(_ reference: String) -> String {
    URIResolution.resolve(reference, against: uri)
  }

  /// The renditions of the groups that a variant names, in the order of the playlist.
  public func renditions(of variant: Variant) -> [Rendition] {
    renditions.filter { rendition in
      switch rendition.kind {
      case .audio: rendition.groupID == variant.audio
      case .video: rendition.groupID == variant.video
      case .subtitles: rendition.groupID == variant.subtitles
      case .closedCaptions: variant.closedCaptions == .group(rendition.groupID)
      case .other: false
      }
    }
  }
}

import TimedMetadata

/// Learns how the playlists of a presentation are followed, beside what is read of them. It is called on
/// the threads that read, and must not wait.
public protocol PlaylistObserver: Sendable {
  /// The media playlists are there, and reading begins.
  func playlistsOpened(_ playlists: OpenedPlaylists)

  /// A live media playlist was asked for again.
  func playlistReloaded(_ reload: PlaylistReload)
}

/// The media playlists of a presentation before anything of them has been read.
public struct OpenedPlaylists: Sendable, Equatable {
  /// The variants and renditions that will be read, in the order of the multivariant playlist.
  public var renditions: [RenditionSummary]
  /// Whether any of them may grow: it has no EXT-X-ENDLIST.
  public var isLive: Bool
  /// The longest EXT-X-TARGETDURATION, in seconds, at most 30.
  public var targetDuration: Double

  /// Makes a description with the given parts.
  public init(renditions: [RenditionSummary], isLive: Bool, targetDuration: Double) {
    self.renditions = renditions
    self.isLive = isLive
    self.targetDuration = targetDuration
  }
}

/// What came of asking for a live media playlist again.
public struct PlaylistReload: Sendable, Equatable {
  /// What came.
  public enum Outcome: Sendable, Equatable {
    /// Something new: segments, parts, or the end.
    case renewed
    /// Nothing new for so many seconds.
    case unchanged(seconds: Double)
    /// No playlist.
    case failed(TimedMetadataError)
  }

  /// The variant or rendition; nil for a media playlist without a multivariant playlist above it.
  public var rendition: String?
  /// Its EXT-X-TARGETDURATION in seconds.
  public var targetDuration: Double
  /// What came.
  public var outcome: Outcome

  /// Makes a description with the given parts.
  public init(rendition: String?, targetDuration: Double, outcome: Outcome) {
    self.rendition = rendition
    self.targetDuration = targetDuration
    self.outcome = outcome
  }
}

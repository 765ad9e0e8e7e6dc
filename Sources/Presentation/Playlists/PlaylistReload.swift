import TimedMetadata

/// The media playlists of a presentation before any segment has been read.
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

/// The result of reloading a live media playlist.
public struct PlaylistReload: Sendable, Equatable {
  /// The kind of result.
  public enum Outcome: Sendable, Equatable {
    /// Something new: segments, parts, or the end.
    case renewed
    /// Nothing new for this number of seconds.
    case unchanged(seconds: Double)
    /// The playlist could not be loaded.
    case failed(TimedMetadataError)
  }

  /// The variant or rendition; nil for a media playlist without a multivariant playlist.
  public var rendition: String?
  /// Its EXT-X-TARGETDURATION in seconds.
  public var targetDuration: Double
  /// The result.
  public var outcome: Outcome
  /// The seconds from the request to the result of a load that failed, with all its attempts; otherwise 0.
  public var failedSeconds: Double

  /// Makes a description with the given parts.
  public init(
    rendition: String?,
    targetDuration: Double,
    outcome: Outcome,
    failedSeconds: Double = 0
  ) {
    self.rendition = rendition
    self.targetDuration = targetDuration
    self.outcome = outcome
    self.failedSeconds = failedSeconds
  }
}

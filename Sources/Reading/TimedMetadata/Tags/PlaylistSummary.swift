/// The kind of media of an input or of its segments.
public enum MediaKind: String, Sendable, CaseIterable {
  /// An MPEG transport stream.
  case transportStream = "transport-stream"
  /// MP4 files and fragments.
  case fragmentedMP4 = "fragmented-mp4"
  /// Audio frames without a container.
  case packedAudio = "packed-audio"
  /// Text with payload strings.
  case text

  /// The kind of media in which tags usually have the given carriage.
  package init(carrying carriage: Carriage) {
    self =
      switch carriage {
      case .tsPES: .transportStream
      case .emsg, .eventTrack, .mpdEvent: .fragmentedMP4
      case .packedAudio: .packedAudio
      case .text: .text
      }
  }
}

/// The format of the document that lists the segments of a presentation.
public enum PlaylistFormat: String, Sendable {
  /// HLS playlists.
  case hls
  /// A DASH manifest.
  case dash
}

/// A stream of event messages that a DASH manifest declares for its media (ISO/IEC 23009-1, InbandEventStream).
public struct DeclaredEventStream: Sendable, Hashable {
  /// The `@schemeIdUri` of the stream.
  public var scheme: String
  /// The `@value` of the stream; empty if the stream has no value.
  public var value: String

  /// Makes a declaration.
  public init(scheme: String, value: String) {
    self.scheme = scheme
    self.value = value
  }
}

/// Properties of a playlist or DASH manifest as a whole.
public struct PlaylistSummary: Sendable, Equatable {
  /// Whether a playlist was live, or the manifest was dynamic. A capture on disk is not live.
  public var isLive: Bool
  /// The format of the document.
  public var format = PlaylistFormat.hls
  /// The event streams that a manifest declares for its media; nil for playlists.
  public var declaredEvents: Set<DeclaredEventStream>?

  /// Makes a summary of an HLS playlist.
  public init(isLive: Bool) { self.isLive = isLive }
}

/// The role of a rendition in a multivariant playlist or a manifest.
public enum RenditionRole: String, Sendable {
  /// A variant (EXT-X-STREAM-INF), a lone media playlist, or video in a manifest (audio if it has no video).
  case variant
  /// An EXT-X-MEDIA with TYPE=AUDIO, or audio in a manifest that has video.
  case audio
  /// Any other EXT-X-MEDIA, any other Representation of a manifest, or the manifest's own events.
  case other
}

/// What a DASH manifest declares about the AdaptationSet of a segment, in the segment's Period (ISO/IEC 23009-1,
/// 5.3.3).
public struct ManifestSet: Sendable, Hashable {
  /// The kind of the set and its `@id`, as in `video/1`. If the set has no id: the kind and the number of the set in
  /// the Period, as in `video#1`.
  public var name: String
  /// The `Period@id`; if the Period has no id, the number of the Period in the manifest, from 1.
  public var period: String
  /// The event streams declared by InbandEventStream elements of the AdaptationSet and of the Representation.
  public var declaredEvents: Set<DeclaredEventStream>
  /// Whether the set declares that it continues a set of an earlier Period (5.3.2.4, Period continuity and
  /// connectivity).
  public var continuesPeriod: Bool

  /// Makes a description with the given properties.
  public init(
    name: String,
    period: String,
    declaredEvents: Set<DeclaredEventStream> = [],
    continuesPeriod: Bool = false
  ) {
    self.name = name
    self.period = period
    self.declaredEvents = declaredEvents
    self.continuesPeriod = continuesPeriod
  }
}

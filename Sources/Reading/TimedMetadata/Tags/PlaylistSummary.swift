/// A kind of media that an input or its segments consist of.
public enum MediaKind: String, Sendable, CaseIterable {
  /// An MPEG transport stream.
  case transportStream = "transport-stream"
  /// MP4 files and fragments.
  case fragmentedMP4 = "fragmented-mp4"
  /// Audio frames without a container.
  case packedAudio = "packed-audio"
  /// A text with payload strings.
  case text

  /// The kind of media that carries tags in this way.
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

/// The format that lists the segments of a presentation.
public enum PlaylistFormat: String, Sendable {
  /// Playlists of HTTP Live Streaming.
  case hls
  /// A manifest of DASH.
  case dash
}

/// Event messages in media that a manifest of DASH declares (ISO/IEC 23009-1, InbandEventStream).
public struct DeclaredEventStream: Sendable, Hashable {
  /// `@schemeIdUri`.
  public var scheme: String
  /// `@value`; empty without one.
  public var value: String

  /// Makes a declaration.
  public init(scheme: String, value: String) {
    self.scheme = scheme
    self.value = value
  }
}

/// Facts about a playlist, or a manifest of DASH, beside its renditions.
public struct PlaylistSummary: Sendable, Equatable {
  /// Whether it grew, or may have grown, while it was read: no EXT-X-ENDLIST, or a dynamic manifest.
  public var isLive: Bool
  /// The format.
  public var format = PlaylistFormat.hls
  /// The event messages that a manifest declares; nil for playlists.
  public var declaredEvents: Set<DeclaredEventStream>?

  /// Makes a summary with the given parts.
  public init(isLive: Bool) { self.isLive = isLive }
}

/// The role of a rendition of a multivariant playlist.
public enum RenditionRole: String, Sendable {
  /// EXT-X-STREAM-INF, or a media playlist without one above it.
  case variant
  /// EXT-X-MEDIA of TYPE AUDIO.
  case audio
  /// Any other EXT-X-MEDIA.
  case other
}

/// The declarations of a manifest of DASH about the AdaptationSet of a segment, in the segment's Period
/// (ISO/IEC 23009-1, 5.3.3).
public struct ManifestSet: Sendable, Hashable {
  /// Its kind and its `@id`: `video/1`; without an id its place in the Period: `video#1`.
  public var name: String
  /// `Period@id`; without one the place of the Period in the manifest, from 1.
  public var period: String
  /// The event messages declared for the Representation: InbandEventStream of the AdaptationSet and its own.
  public var declaredEvents: Set<DeclaredEventStream>
  /// Whether it declares that it continues a set of an earlier Period (5.3.2.4, Period continuity and
  /// connectivity).
  public var continuesPeriod: Bool

  /// Makes a description with the given parts.
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

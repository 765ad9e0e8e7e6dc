/// The value of EXT-X-PLAYLIST-TYPE (RFC 8216, section 4.3.3.5).
public enum PlaylistType: String, Sendable, Hashable {
  /// The playlist does not change.
  case videoOnDemand = "VOD"
  /// Segments are only added at the end.
  case event = "EVENT"
}

/// An EXT-X-START: where to start playback (RFC 8216, section 4.3.5.2).
public struct StartPoint: Sendable, Hashable {
  /// TIME-OFFSET in seconds from the start, or if negative from the end of the last segment.
  public let timeOffset: Double
  /// PRECISE=YES: start at this time within the segment, not at the start of the segment.
  public let isPrecise: Bool
}

/// An EXT-X-SERVER-CONTROL: the capabilities of the server (rfc8216bis, section 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
  /// CAN-BLOCK-RELOAD=YES: a request may wait for a segment that does not exist yet.
  public let canBlockReload: Bool
  /// CAN-SKIP-UNTIL: delta updates leave out segments that are farther than this from the end, in seconds.
  public let canSkipUntil: Double?
  /// CAN-SKIP-DATERANGES=YES: delta updates may leave out older date ranges too.
  public let canSkipDateRanges: Bool
  /// HOLD-BACK: the minimum distance from the end for playback, in seconds.
  public let holdBack: Double?
  /// PART-HOLD-BACK: the minimum distance from the end for playback with partial segments, in seconds.
  public let partHoldBack: Double?
}

/// An EXT-X-CONTENT-STEERING (rfc8216bis, section 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
  /// SERVER-URI as written, with variables replaced.
  public let serverURI: String
  /// PATHWAY-ID: the pathway to start with.
  public let pathwayID: String?
}

/// An EXT-X-SESSION-DATA (RFC 8216, section 4.3.4.4).
public struct SessionData: Sendable, Hashable {
  /// DATA-ID; empty if it is missing.
  public let id: String
  /// VALUE.
  public let value: String?
  /// URI as written, with variables replaced.
  public let uri: String?
  /// FORMAT of the resource at ``uri``: `JSON` or `RAW`; `JSON` if it is missing.
  public let format: String
  /// LANGUAGE (RFC 5646).
  public let language: String?
  /// The line, from 1.
  public let line: Int
}

/// An EXT-X-RENDITION-REPORT: the progress of another media playlist (rfc8216bis, section 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
  /// The URI of the other playlist as written, with variables replaced.
  public let uri: String
  /// LAST-MSN: the media sequence number of its last segment.
  public let lastMediaSequenceNumber: Int?
  /// LAST-PART: the index of the last partial segment in that segment.
  public let lastPart: Int?
  /// The line, from 1.
  public let line: Int
}

/// A tag that this module does not know. Comments are not kept.
public struct UnknownTag: Sendable, Hashable {
  /// The name without `#`, up to the first `:`.
  public let name: String
  /// The text after the `:`, without surrounding white space; nil without `:`.
  public let value: String?
  /// The line, from 1.
  public let line: Int
}

/// An attribute of a tag (RFC 8216, section 4.2).
public struct PlaylistAttribute: Sendable, Hashable {
  /// The name, such as `X-ASSET-URI`.
  public let name: String
  /// The value without its quotes, with variables replaced.
  public let value: String
  /// Whether the value was in double quotes.
  public let isQuoted: Bool

  /// An attribute with the given parts.
  public init(name: String, value: String, isQuoted: Bool) {
    self.name = name
    self.value = value
    self.isQuoted = isQuoted
  }
}

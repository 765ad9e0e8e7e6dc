/// The value of EXT-X-PLAYLIST-TYPE (RFC 8216, section 4.3.3.5).
public enum PlaylistType: String, Sendable, Hashable {
  /// The playlist does not change.
  case videoOnDemand = "VOD"
  /// Segments are only added at the end.
  case event = "EVENT"
}

/// An EXT-X-START: where to start playback (RFC 8216, section 4.3.5.2).
public struct StartPoint: Sendable, Hashable {
  /// TIME-OFFSET in seconds from the start of the playlist; if it is negative, from the end of the last segment.
  public var timeOffset: Double
  /// PRECISE=YES: start at this time within the segment, not at the start of the segment.
  public var isPrecise = false
}

extension StartPoint {
  /// A start point in seconds from the start of the playlist; if it is negative, from the end of the last segment.
  public init(timeOffset: Double) { self.init(timeOffset: timeOffset, isPrecise: false) }
}

/// An EXT-X-SERVER-CONTROL: the capabilities of the server (rfc8216bis, section 4.4.3.8).
public struct ServerControl: Sendable, Hashable {
  /// CAN-BLOCK-RELOAD=YES: a request may wait for a segment that does not exist yet.
  public var canBlockReload = false
  /// CAN-SKIP-UNTIL: delta updates leave out segments that are more than this number of seconds from the end.
  public var canSkipUntil: Double?
  /// CAN-SKIP-DATERANGES=YES: delta updates may leave out older date ranges too.
  public var canSkipDateRanges = false
  /// HOLD-BACK: the minimum distance from the end for playback, in seconds.
  public var holdBack: Double?
  /// PART-HOLD-BACK: the minimum distance from the end for playback with partial segments, in seconds.
  public var partHoldBack: Double?
}

extension ServerControl {
  /// Capabilities with only `canBlockReload` set.
  public init(canBlockReload: Bool) {
    self.init(canBlockReload: canBlockReload, canSkipUntil: nil)
  }
}

/// An EXT-X-CONTENT-STEERING (rfc8216bis, section 4.4.6.6).
public struct ContentSteering: Sendable, Hashable {
  /// SERVER-URI as written, with variables replaced.
  public var serverURI: String
  /// PATHWAY-ID: the pathway to start with; nil if it is missing.
  public var pathwayID: String?
}

extension ContentSteering {
  /// Steering by the manifest at this URI.
  public init(serverURI: String) { self.init(serverURI: serverURI, pathwayID: nil) }
}

/// An EXT-X-SESSION-DATA (RFC 8216, section 4.3.4.4).
public struct SessionData: Sendable, Hashable {
  /// DATA-ID; empty if it is missing.
  public var id: String
  /// VALUE; nil if it is missing.
  public var value: String?
  /// URI as written, with variables replaced; nil if it is missing.
  public var uri: String?
  /// FORMAT of the resource at ``uri``, such as `JSON` or `RAW`; `JSON` if it is missing.
  public var format = "JSON"
  /// LANGUAGE, a tag of RFC 5646; nil if it is missing.
  public var language: String?
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension SessionData {
  /// Session data with this DATA-ID and VALUE.
  public init(id: String, value: String) { self.init(id: id, value: value, line: 0) }
}

/// An EXT-X-RENDITION-REPORT: the progress of another media playlist (rfc8216bis, section 4.4.5.4).
public struct RenditionReport: Sendable, Hashable {
  /// The URI of the other playlist as written, with variables replaced.
  public var uri: String
  /// LAST-MSN: the media sequence number of the other playlist's last segment.
  public var lastMediaSequenceNumber: Int?
  /// LAST-PART: the index of the last partial segment in segment ``lastMediaSequenceNumber``.
  public var lastPart: Int?
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension RenditionReport {
  /// A report about the media playlist with this URI.
  public init(uri: String) { self.init(uri: uri, line: 0) }
}

/// A tag that this module does not interpret. Comments are not kept.
public struct UnknownTag: Sendable, Hashable {
  /// The name without `#`, up to the first `:` or white space.
  public var name: String
  /// The text after the name and its `:` or white space, trimmed; nil if nothing follows the name.
  public var value: String?
  /// The line number, from 1; 0 if the tag was not read from a playlist.
  public var line = 0
}

extension UnknownTag {
  /// A tag with this name (without `#`) and this value.
  public init(name: String, value: String?) { self.init(name: name, value: value, line: 0) }
}

/// An attribute of a tag (RFC 8216, section 4.2).
public struct PlaylistAttribute: Sendable, Hashable {
  /// The name, such as `X-ASSET-URI`.
  public var name: String
  /// The value without its quotes, with variables replaced.
  public var value: String
  /// Whether the value was in double quotes.
  public var isQuoted: Bool

  /// An attribute; `value` has no quotes around it.
  public init(name: String, value: String, isQuoted: Bool) {
    self.name = name
    self.value = value
    self.isQuoted = isQuoted
  }
}

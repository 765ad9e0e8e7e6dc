import Formats
import HLS
import HTTP

/// A partial segment that a playlist lists, resolved.
struct ListedPart: Sendable, Equatable {
  /// The URI in the playlist, as names show it.
  var uri: String
  /// The absolute URL.
  var url: String
  /// The bytes of the resource; nil: all of it.
  var byteRange: Range<Int64>?
  /// Seconds, by the playlist.
  var duration: Double
  /// The playlist says that it is missing (GAP=YES).
  var isGap: Bool

  /// Its first byte in the resource.
  var start: Int64 { byteRange?.lowerBound ?? 0 }

  /// Whether both are the same bytes: tokens in a query change between loads.
  func isSameMedia(as other: ListedPart) -> Bool {
    url.prefix { $0 != "?" } == other.url.prefix { $0 != "?" } && byteRange == other.byteRange
  }
}

extension ListedPart {
  init(_ part: PartialSegment, in playlist: MediaPlaylist) {
    self.init(
      uri: ShownURL.text(part.uri),
      url: playlist.resolve(part.uri),
      byteRange: part.byteRange.map { Int64($0.offset)..<Int64($0.end) },
      duration: part.duration,
      isGap: part.isGap
    )
  }
}

/// A segment whose parts were listed before it, after its playlist has listed it.
struct CompletedSegment: Sendable, Equatable {
  /// The URI in the playlist, as names show it.
  var uri: String
  /// The absolute URL.
  var url: String
  /// The bytes of the resource; nil: all of it.
  var byteRange: Range<Int64>?
  /// Seconds, by the playlist.
  var duration: Double
  /// The duration has fractions of a second.
  var hasDecimalDuration: Bool
  /// The playlist says that it is missing (EXT-X-GAP).
  var isGap: Bool
}

extension CompletedSegment {
  init(_ segment: MediaSegment, in playlist: MediaPlaylist) {
    self.init(
      uri: playlist.shownName(of: segment),
      url: playlist.resolve(segment.uri),
      byteRange: segment.byteRange.map { Int64($0.offset)..<Int64($0.end) },
      duration: segment.duration,
      hasDecimalDuration: segment.hasDecimalDuration,
      isGap: segment.isGap
    )
  }
}

/// A request for a part, possibly started before its playlist listed the part.
struct PartStream: Sendable {
  /// The requested URL.
  var url: String
  /// The position in the resource of the next byte.
  var position: Int64
  /// It continues after the part for which it was started.
  var isOpenEnded: Bool
  var resource: any Resource
  /// Bytes that have come and are after that part.
  var ahead: [UInt8] = []
}

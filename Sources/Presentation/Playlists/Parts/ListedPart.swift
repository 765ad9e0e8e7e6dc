import HLS

/// A partial segment that a playlist lists, resolved.
struct ListedPart: Sendable, Equatable {
  /// The URI as the playlist has it.
  var uri: String
  /// The same as an absolute URL.
  var url: String
  /// The bytes of the resource; nil for the whole.
  var byteRange: Range<Int64>?
  /// Seconds, by the playlist.
  var duration: Double
  /// The playlist says that it is not there (GAP=YES).
  var isGap: Bool

  /// Where it starts in its resource.
  var start: Int64 { byteRange?.lowerBound ?? 0 }

  /// Whether both name the same bytes: tokens in a query change from load to load.
  func isSameMedia(as other: ListedPart) -> Bool {
    url.prefix { $0 != "?" } == other.url.prefix { $0 != "?" } && byteRange == other.byteRange
  }
}

extension ListedPart {
  init(_ part: PartialSegment, in playlist: MediaPlaylist) {
    self.init(
      uri: part.uri,
      url: playlist.resolve(part.uri),
      byteRange: part.byteRange.map { Int64($0.offset)..<Int64($0.end) },
      duration: part.duration,
      isGap: part.isGap
    )
  }
}

/// A segment whose parts were listed before it, once its playlist lists it.
struct CompletedSegment: Sendable, Equatable {
  /// The URI as the playlist has it.
  var uri: String
  /// The same as an absolute URL.
  var url: String
  /// The bytes of the resource; nil for the whole.
  var byteRange: Range<Int64>?
  /// Seconds, by the playlist.
  var duration: Double
  /// The duration tells fractions of a second.
  var hasDecimalDuration: Bool
  /// The playlist says that it is not there (EXT-X-GAP).
  var isGap: Bool
}

extension CompletedSegment {
  init(_ segment: MediaSegment, in playlist: MediaPlaylist) {
    self.init(
      uri: segment.uri,
      url: playlist.resolve(segment.uri),
      byteRange: segment.byteRange.map { Int64($0.offset)..<Int64($0.end) },
      duration: segment.duration,
      hasDecimalDuration: segment.hasDecimalDuration,
      isGap: segment.isGap
    )
  }
}

/// A request that was begun for a part, perhaps before its playlist listed it.
struct PartStream: Sendable {
  /// The URL asked for.
  var url: String
  /// The position in the resource of the byte that comes next.
  var position: Int64
  /// It goes on after the part that it was begun for.
  var isOpenEnded: Bool
  var resource: any Resource
}

import HLS
import TimedMetadata

extension ReadingStart {
  /// A position in a media playlist.
  struct Position: Equatable {
    /// The index of the segment with which reading begins; `segments.count` if the position is after all segments.
    var segment: Int
    /// Seconds from the start of that segment, or from the end of the last one.
    var offset = 0.0

    /// The same time, relative to the segment with which reading begins at least `seconds` earlier.
    func beginningEarlier(by seconds: Double, in segments: [MediaSegment]) -> Position {
      var position = self
      while position.segment > 0, position.offset < seconds {
        position.segment -= 1
        position.offset += segments[position.segment].duration
      }
      return position
    }
  }

  /// Whether it is a time and not the beginning or the live edge.
  var isTime: Bool {
    switch self {
    case .seconds, .wallClock: true
    case .beginning, .live: false
    }
  }

  /// The position where reading begins. Players begin at the start of a segment; a time is exact. The live edge is
  /// EXT-X-START, or else HOLD-BACK or three target durations from the end. A time of day in a playlist without dates
  /// does not get here: `PlaylistReader` refuses it.
  func position(in playlist: MediaPlaylist) -> Position {
    let segments = playlist.segments
    switch self {
    case .beginning:
      return Position(segment: 0)
    case .live:
      guard playlist.isLive else { return Position(segment: 0) }
      if let offset = playlist.start?.timeOffset, offset < 0 {
        let place = Self.position(at: playlist.duration + offset, in: segments)
        return Position(segment: place.segment)
      }
      return Position(segment: playlist.liveStartIndex)
    case .seconds(let seconds):
      return Self.position(at: seconds < 0 ? playlist.duration + seconds : seconds, in: segments)
    case .wallClock(let date):
      if let index = playlist.index(ofSegmentAt: date) {
        let start = segments[index].startDate ?? date
        return Position(segment: index, offset: max(0, date - start))
      }
      guard let end = segments.last(where: { $0.endDate != nil })?.endDate else {
        return Position(segment: 0)
      }
      return Position(segment: segments.count, offset: max(0, date - end))
    }
  }

  private static func position(at seconds: Double, in segments: [MediaSegment]) -> Position {
    var start = 0.0
    for (index, segment) in segments.enumerated() {
      let end = start + segment.duration
      if end > seconds { return Position(segment: index, offset: max(0, seconds - start)) }
      start = end
    }
    return Position(segment: segments.count, offset: max(0, seconds - start))
  }
}

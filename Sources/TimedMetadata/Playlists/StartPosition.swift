import HLS

extension PlaylistAccess.Start {
  /// The index of the segment that reading begins with; `segments.count` when it lies behind them all.
  func firstSegment(of playlist: MediaPlaylist) -> Int {
    let segments = playlist.segments
    switch self {
    case .beginning:
      return 0
    case .live:
      guard playlist.isLive else { return 0 }
      if let offset = playlist.start?.timeOffset, offset < 0 {
        return Self.segment(at: playlist.duration + offset, in: segments)
      }
      return playlist.liveStartIndex
    case .seconds(let seconds):
      return Self.segment(at: seconds < 0 ? playlist.duration + seconds : seconds, in: segments)
    case .wallClock(let date):
      let hasDates = segments.contains { $0.startDate != nil }
      return playlist.index(ofSegmentAt: date) ?? (hasDates ? segments.count : 0)
    }
  }

  private static func segment(at seconds: Double, in segments: [MediaSegment]) -> Int {
    var end = 0.0
    for (index, segment) in segments.enumerated() {
      end += segment.duration
      if end > seconds { return index }
    }
    return segments.count
  }
}

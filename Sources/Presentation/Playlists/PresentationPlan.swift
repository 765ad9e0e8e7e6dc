import HLS
import TimedMetadata

/// Which segments of each playlist are read first, and which part of the timeline that is.
struct PresentationPlan {
  /// What is read of one playlist.
  struct Track {
    /// The segments, without those that a live playlist will get.
    var segments: [PlannedSegment]
    /// Where the first of them starts, in the rendition's own time.
    var start: Double
    /// Plans what follows.
    var planner: SegmentPlanner
  }

  /// Renditions start some frames apart, and time 0 is the earliest of their starts. So that each gives
  /// the same tags behind a time asked for, they are read from so many seconds in front of it, and cut by
  /// the time of their tags.
  private static let margin = 1.0

  private(set) var tracks: [Track] = []
  /// The part of the timeline that was asked for.
  private(set) var window = ReadingWindow()
  /// Where the playlists end, when reading was to begin behind that.
  private(set) var endBeforeStart: PresentationEnd?

  /// Plans to read `playlists` from `start` on, for `limitSeconds`.
  init(_ playlists: [MediaPlaylist], from start: ReadingStart, limitSeconds: Double?) {
    var begin = Double.infinity
    var isEmpty = true
    for playlist in playlists {
      var position = start.position(in: playlist)
      var planner = SegmentPlanner()
      isEmpty = isEmpty && !playlist.isLive && position.segment == playlist.segments.count
      let keepsTime = !playlist.isLive || playlist.type == .event
      if keepsTime, start.isTime, playlists.count > 1 {
        position = position.beginningEarlier(by: Self.margin, in: playlist.segments)
      }
      if keepsTime { planner.skip(playlist.segments.prefix(position.segment)) }
      let trackStart = planner.now
      begin = min(begin, trackStart + position.offset)
      let segments = planner.plan(playlist.segments.dropFirst(position.segment), of: playlist)
      tracks.append(Track(segments: segments, start: trackStart, planner: planner))
    }
    guard begin.isFinite else { return }
    window.end = limitSeconds.map { begin + $0 }
    switch start {
    case .beginning, .live: break
    case .seconds: window.start = begin
    case .wallClock(let date):
      window.start = begin
      window.wallClockStart = date
    }
    guard window.start != nil, isEmpty else { return }
    endBeforeStart = PresentationEnd(
      seconds: playlists.map(\.duration).max() ?? 0,
      wallClock: playlists.compactMap { $0.segments.last?.endDate }.max()
    )
  }
}

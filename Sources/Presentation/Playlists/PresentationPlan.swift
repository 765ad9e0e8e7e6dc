import HLS
import TimedMetadata

/// The segments of each playlist that are read first, and the part of the timeline they cover.
struct PresentationPlan {
  /// The part of one playlist that is read.
  struct Track {
    /// The segments, without those that are added to a live playlist later.
    var segments: [PlannedSegment]
    /// The start of the first one, in the rendition's own time.
    var start: Double
    /// Plans the segments that follow.
    var planner: SegmentPlanner
  }

  /// Renditions start a few frames apart, and time 0 is the earliest of their starts. They are read from this many
  /// seconds before the requested time and cut by the times of their tags, so that each has the same tags after it.
  private static let margin = 1.0

  private(set) var tracks: [Track] = []
  /// The requested part of the timeline.
  private(set) var window = ReadingWindow()
  /// The end of the playlists, if reading was to begin after it.
  private(set) var endBeforeStart: PresentationEnd?

  /// Plans to read `playlists` from `start`, for `limitSeconds`.
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

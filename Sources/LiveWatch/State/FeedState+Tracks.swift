import TimedMetadata

/// Which tracks of a playlist are there. Every connection may list others: names hold bandwidths, which
/// packagers measure anew.
extension FeedState {
  /// Tracks that are kept although they are listed no more; they may come back.
  static let mostGoneTracks = 64

  /// Whether tracks are what a playlist lists; while a feed is opened again, what it listed before.
  private var listsTracks: Bool { isPlaylist ?? tracks.contains { $0.summary != nil } }

  /// The tracks that the feed has.
  var listedTracks: [TrackState] {
    let isListing = listsTracks
    return tracks.filter { !isListing || $0.summary != nil }
  }

  /// The tracks that it had before, the latest that left first.
  var goneTracks: [TrackState] {
    let isListing = listsTracks
    return tracks.filter { isListing && $0.summary == nil }
  }

  /// The playlist lists these. Of those that it lists no more a bounded number is kept, and what was counted
  /// in the others.
  mutating func list(_ renditions: [RenditionSummary], now: Double) {
    // Those that were listed until now left last.
    var others = tracks.filter { $0.summary != nil } + tracks.filter { $0.summary == nil }
    var listed: [TrackState] = []
    for summary in renditions {
      let key = TrackKey(rendition: summary.name)
      if let index = listed.firstIndex(where: { $0.key == key }) {
        listed[index].summary = summary
        continue
      }
      guard listed.count < Self.maximumTracks else { break }
      var track = newTrack(key, now: now)
      if let index = others.firstIndex(where: { $0.key == key }) {
        track = others.remove(at: index)
      }
      track.summary = summary
      listed.append(track)
    }
    tracks = listed
    keep(others)
  }

  private mutating func keep(_ others: [TrackState]) {
    let room = Self.maximumTracks - tracks.count
    // Their alarms are still to be cleared.
    let alarmed = Set(board.activeKeys.map(\.track))
    var kept: [TrackState] = []
    for var track in others {
      let most = alarmed.contains(track.key) ? room : min(room, Self.mostGoneTracks)
      guard kept.count < most else {
        departed.add(track.counters)
        continue
      }
      track.summary = nil
      kept.append(track)
    }
    tracks += kept
  }
}

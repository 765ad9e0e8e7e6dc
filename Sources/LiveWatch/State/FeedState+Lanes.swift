import TimedMetadata

/// Which lanes of a playlist are there. Every connection may list others: names hold bandwidths, which
/// packagers measure anew.
extension FeedState {
  /// Lanes that are kept although they are listed no more; they may come back.
  static let mostGoneLanes = 64

  /// Whether lanes are what a playlist lists; while a feed is opened again, what it listed before.
  private var listsLanes: Bool { isPlaylist ?? lanes.contains { $0.summary != nil } }

  /// The lanes that the feed has.
  var listedLanes: [LaneState] {
    let isListing = listsLanes
    return lanes.filter { !isListing || $0.summary != nil }
  }

  /// The lanes that it had before, the latest that left first.
  var goneLanes: [LaneState] {
    let isListing = listsLanes
    return lanes.filter { isListing && $0.summary == nil }
  }

  /// The playlist lists these. Of those that it lists no more a bounded number is kept, and what was counted
  /// in the others.
  mutating func list(_ renditions: [RenditionSummary], now: Double) {
    // Those that were listed until now left last.
    var others = lanes.filter { $0.summary != nil } + lanes.filter { $0.summary == nil }
    var listed: [LaneState] = []
    for summary in renditions {
      let key = LaneKey(rendition: summary.name)
      if let index = listed.firstIndex(where: { $0.key == key }) {
        listed[index].summary = summary
        continue
      }
      guard listed.count < Self.maximumLanes else { break }
      var lane = LaneState(key, now: now)
      if let index = others.firstIndex(where: { $0.key == key }) {
        lane = others.remove(at: index)
      }
      lane.summary = summary
      listed.append(lane)
    }
    lanes = listed
    keep(others)
  }

  private mutating func keep(_ others: [LaneState]) {
    let room = Self.maximumLanes - lanes.count
    // Their alarms are still to be cleared.
    let alarmed = Set(board.activeKeys.map(\.lane))
    var kept: [LaneState] = []
    for var lane in others {
      let most = alarmed.contains(lane.key) ? room : min(room, Self.mostGoneLanes)
      guard kept.count < most else {
        departed.add(lane.counters)
        continue
      }
      lane.summary = nil
      kept.append(lane)
    }
    lanes += kept
  }
}

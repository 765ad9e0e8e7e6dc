/// An alarm is cleared when nothing was found for its hold. Time in which nothing was read of what it is
/// about does not count: what is wrong there is wrong still when the feed goes on.
extension FeedState {
  /// When nothing has come for so many seconds, or for two target durations, nothing is read.
  private static let idleness = (seconds: 5.0, targetDurations: 2.0)

  /// Lets the holds of alarms wait where nothing was read since the feed was last looked at.
  mutating func pauseHolds(now: Double) {
    let rhythm = rhythm
    let idleLimit = max(Self.idleness.seconds, rhythm * Self.idleness.targetDurations)
    for key in board.activeKeys {
      guard let lastRead = lastRead(of: key), now - lastRead > idleLimit else { continue }
      // When that is seen for the first time, all the time since something was due counts for nothing.
      let start = tickedAt - lastRead > idleLimit ? tickedAt : lastRead + rhythm
      board.pause(key, for: now - start, upTo: now)
    }
  }

  /// Every so many seconds something is read of a feed that delivers, at least: a target duration.
  private var rhythm: Double {
    guard isPlaylist == true else { return 0 }
    return tracks.reduce(targetDuration) { max($0, $1.playlist.targetDuration) }
  }

  /// When that was last read by which an alarm is judged, on the steady clock; nil: it does not matter.
  private func lastRead(of key: AlarmKey) -> Double? {
    guard isPlaylist == true else { return lastSign }
    let isListed = tracks.contains { $0.summary != nil && $0.key == key.track }
    guard isListed || key.track == .feed else {
      // A rendition that has left the playlist will never be read again.
      return nil
    }
    let track = tracks.first { $0.key == key.track }
    switch key.name {
    case .missingTags: return nil
    case .playlistFrozen: return track?.playlist.lastAnswer
    case .renditionDisagreement:
      let listed = tracks.count { $0.summary != nil }
      return listed > 1 ? min(compared, track?.lastRead ?? compared) : nil
    default:
      if isListed { return track?.lastRead }
      return tracks.filter { $0.summary != nil }.map(\.lastRead).max()
    }
  }
}

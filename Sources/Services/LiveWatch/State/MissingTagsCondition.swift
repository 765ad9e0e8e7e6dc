import Conformance

/// The condition of `missing-tags`: no Nielsen tag has arrived for too long. Times are on the steady clock.
struct MissingTagsCondition: Sendable {
  let severity: Severity
  /// The seconds without a Nielsen tag after which the condition begins.
  let limit: Double

  /// The condition of each track that has had tags and whose playlist is not overdue, and of the feed as a whole. A
  /// condition is nil while it is absent.
  /// - Parameters:
  ///   - tracks: The tracks of the feed.
  ///   - upSince: When the feed began to deliver.
  ///   - now: The steady clock.
  ///   - isActive: Returns whether the alarm of a track is raised.
  /// - Returns: The conditions, in the order of the tracks.
  func conditions(
    in tracks: inout FeedTracks,
    upSince: Double,
    now: Double,
    isActive: (TrackKey) -> Bool
  ) -> [(track: TrackKey, condition: AlarmBoard.Condition?)] {
    let waitingSince = tracks.all.map(\.waitingSince)
    tracks.suspendOverdue(now: now)
    var conditions: [(track: TrackKey, condition: AlarmBoard.Condition?)] = []
    for (track, since) in zip(tracks.all, waitingSince)
    where track.hasCarried && !track.isSuspended {
      // The tags of a rendition that has left the playlist are not missing.
      let isGone = tracks.isPlaylist == true && !track.isListed
      let isBad =
        now - track.waitingSince > limit
        || isActive(track.key) && !AlarmClearing.showTags(track.tagsSinceAlarm)
      var condition = condition(age: now - since, pid: track.pid)
      // If enough media was read, its tags are missing regardless of other faults.
      condition.standsAlone = tracks.isPlaylist != true || track.mediaSinceTag > limit
      conditions.append((track.key, isBad && !isGone ? condition : nil))
    }
    let carrying = tracks.all.filter(\.hasCarried)
    guard !carrying.contains(where: { $0.key == .feed }) else { return conditions }
    let total = carrying.reduce(0) { $0 + $1.counters.tags.data + $1.counters.tags.info }
    let isBad =
      carrying.isEmpty
      ? now - upSince > limit || isActive(.feed) : isActive(.feed) && !AlarmClearing.showTags(total)
    let since = carrying.map(\.waitingSince).max() ?? upSince
    conditions.append((.feed, isBad ? condition(age: now - since, pid: nil) : nil))
    return conditions
  }

  private func condition(age: Double, pid: Int?) -> AlarmBoard.Condition {
    // Within the limit, the alarm remains raised only because not enough tags have arrived to clear it.
    let message =
      age > limit
      ? "no Nielsen tag for \(SecondsText.text(age)) (limit \(SecondsText.text(limit)))"
      : "the alarm is cleared after \(AlarmClearing.tagsToClear) Nielsen tags"
    return AlarmBoard.Condition(severity: severity, message: message, place: Place(pid: pid))
  }
}

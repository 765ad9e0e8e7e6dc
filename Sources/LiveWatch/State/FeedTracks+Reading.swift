import Conformance
import TimedMetadata

/// The position of a feed, and the state of its playlists.
extension FeedTracks {
  /// The summary that a reader would report if the feed ended now.
  /// - Parameters:
  ///   - bytes: Bytes of this connection.
  ///   - media: The kinds of media in its segments.
  ///   - connected: When this connection began.
  ///   - now: When media last arrived.
  /// - Returns: The summary.
  func summary(
    bytes: Int64,
    media: Set<MediaKind>,
    connected: Double,
    now: Double
  ) -> InputSummary {
    let duration = reached(connected: connected, now: now)
    var summary = InputSummary(duration: duration, streams: [], byteCount: bytes)
    summary.media = media
    guard isPlaylist == true else { return summary }
    summary.playlist = PlaylistSummary(isLive: true)
    summary.renditions = all.compactMap { track in
      track.summary.map { known in
        var known = known
        known.tags = track.connectionTags
        known.nielsenTags = track.connectionTags
        known.end = track.reached
        return known
      }
    }
    return summary
  }

  /// The position of the feed in presentation seconds. Between the tags of a stream without segments, time
  /// advances with the clock as long as media arrives: `now` is when it last did. `connected`: when this connection began.
  func reached(connected: Double, now: Double) -> Double? {
    let latest = all.compactMap { track -> Double? in
      guard isPlaylist != true, let time = track.lastTagTime, let arrival = track.lastTag,
        arrival >= connected
      else { return track.reached }
      return max(track.reached ?? time, time + now - arrival)
    }
    return latest.max()
  }

  /// The results of loading its playlists; a playlist that was not renewed for `frozenAfter` seconds is
  /// frozen.
  func answers(frozenAfter: Double, now: Double) -> PlaylistAnswers {
    let playlists = all.filter(\.isListed).map(\.playlist)
    var answers = PlaylistAnswers(playlists, frozenAfter: frozenAfter, now: now)
    answers.failure = all.lazy.compactMap(\.playlist.failure).first
    return answers
  }
}

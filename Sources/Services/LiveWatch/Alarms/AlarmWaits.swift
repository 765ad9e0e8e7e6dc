import Conformance

/// The time that conditions wait before they raise their alarms: for other renditions, so that one alarm names them
/// all, and for a possible cause. Times are in seconds.
struct AlarmWaits: Sendable {
  /// The time in which other renditions may show the same fault: a target duration, within these limits.
  private static let forRenditions = 5.0...10.0
  /// The maximum wait for a cause other than missing tags. Such a cause is known after the next segment has been read
  /// and the rules have been evaluated.
  private static let mostForCause = 15.0
  /// The maximum `--alarm-after` for which consequences of missing tags wait.
  private static let mostForTags = 60.0
  /// The time after the last tag at which the first consequence of missing tags can appear.
  private static let firstSign = 10.0

  private let settings: WatchSettings
  private let targetDuration: Double
  private let trackCount: Int

  init(_ settings: WatchSettings, tracks: FeedTracks) {
    self.settings = settings
    targetDuration = tracks.isPlaylist == true ? tracks.targetDuration : 0
    trackCount = tracks.listed.count
  }

  func wait(of name: AlarmName) -> AlarmBoard.Wait {
    switch name {
    case let name where name == .cidChange || AlarmName.ofHops.contains(name):
      return .init(needsMedia: false)
    case .playlistFrozen, .playlistUnreachable:
      return .init(seconds: forRenditions, endsWhenWhole: true, needsMedia: false)
    case .missingTags:
      // If `--alarm-after` is shorter than the time until a feed is lost, the user wants an alarm before the loss.
      let needsMedia = settings.alarmAfter >= settings.lostAfter
      return .init(seconds: forRenditions, endsWhenWhole: true, needsMedia: needsMedia)
    case Self.playlistInvalid:
      // If all playlists are refused, the feed is lost before this wait ends.
      return .init(seconds: settings.lossGrace + max(Self.forRenditions.lowerBound, targetDuration))
    default: return .init(seconds: max(forCause, forTags(name)))
    }
  }

  private static let playlistInvalid = AlarmName(rawValue: "hls-playlist-invalid")

  private var forRenditions: Double {
    guard trackCount > 1 else { return 0 }
    return min(max(targetDuration, Self.forRenditions.lowerBound), Self.forRenditions.upperBound)
  }

  /// The time that a finding of a rule waits for its cause.
  private var forCause: Double {
    guard targetDuration > 0 else { return forRenditions }
    return min(targetDuration + settings.lookInterval, Self.mostForCause)
  }

  /// The time that a condition waits because it may be a consequence of missing tags; 0 if it does not wait for them.
  private func forTags(_ name: AlarmName) -> Double {
    guard settings.alarmAfter <= Self.mostForTags, name.follows(from: .missingTags) else {
      return 0
    }
    return max(0, settings.alarmAfter - Self.firstSign)
  }
}

import Conformance

/// Decides when the alarms of a feed are cleared: how long the hold of each alarm is, and which time does not count.
/// `AlarmState` compares the time with the hold. Times are on the steady clock.
///
/// - An alarm is cleared when its condition has been absent for its hold (``hold(of:targetDuration:)``): usually
///   ``WatchSettings/ruleHold``, 60 s, or more with a target duration above 13 s; ``WatchSettings/infoRuleHold``, 660
///   s, for INFO tags; a frozen playlist has a different hold. A condition is absent while its rule finds nothing new,
///   or no longer finds the state that the rule judges.
/// - The condition of `missing-tags` is absent after the second tag: ``showTags(_:)``.
/// - Time in which the source of an alarm was not read does not count: ``pause(_:reading:now:)``.
/// - An alarm that is raised again soon after it was cleared has a longer hold: ``Damping``.
///
/// Two events are handled elsewhere: a feed that is no longer watched clears all of its alarms at once
/// (`FeedState.retire`), and the holds of a lost feed restart when it delivers again (`AlarmBoard.suspend`).
struct AlarmClearing: Sendable {
  private let ruleHold: Double
  private let infoRuleHold: Double
  /// When the feed was last checked.
  private var lookedAt: Double

  init(_ settings: WatchSettings, now: Double) {
    ruleHold = settings.ruleHold
    infoRuleHold = settings.infoRuleHold
    lookedAt = now
  }

  // MARK: - The hold of each alarm

  /// The number of tags that clear `missing-tags`.
  static let tagsToClear = 2

  /// Whether `count` Nielsen tags since `missing-tags` was raised are enough to clear it.
  static func showTags(_ count: Int) -> Bool { count >= tagsToClear }

  /// The time for which a frozen playlist must be renewed before its alarm is cleared: the longer of these two.
  private static let renewal = (targetDurations: 5.0, seconds: 30.0)

  /// The maximum delay, in target durations, of the reader's reminder about a segment that is still faulty.
  private static let remindersInTargetDurations = 3.0

  /// The hold of an alarm without doublings: how long its condition must be absent before the alarm is cleared.
  /// - Parameters:
  ///   - name: The alarm.
  ///   - targetDuration: The target duration of the playlist in seconds; 0 for a stream without a playlist.
  /// - Returns: The seconds.
  func hold(of name: AlarmName, targetDuration: Double) -> Double {
    switch name {
    case .missingTags: return 0
    case .playlistFrozen:
      return max(Self.renewal.seconds, targetDuration * Self.renewal.targetDurations)
    case .renditionDisagreement, .cidChange, .playlistUnreachable: return ruleHold
    default:
      if LiveRules.isAboutInfo(RuleID(rawValue: name.rawValue)) { return infoRuleHold }
      // A lasting fault is reported repeatedly. It counts as fixed only when the next report is overdue.
      let reminded = LiveRules.reminder + targetDuration * Self.remindersInTargetDurations
      return max(ruleHold, reminded)
    }
  }

  // MARK: - Pauses of holds

  /// The time without data after which a source counts as not being read: the longer of these two.
  private static let idleness = (seconds: 5.0, targetDurations: 2.0)

  /// The times at which the sources of a feed were last read, on the steady clock.
  struct Reading: Sendable {
    var tracks: FeedTracks
    /// When data last arrived from the feed (``FeedDelivery/lastSign``).
    var lastSign: Double
    /// When the comparison of the feed's renditions last advanced.
    var compared: Double
  }

  mutating func note(lookAt now: Double) { lookedAt = now }

  /// Extends the holds of alarms whose source is not being read, because the fault may still exist.
  func pause(_ board: inout AlarmBoard, reading: Reading, now: Double) {
    let rhythm = reading.rhythm
    let idleLimit = max(Self.idleness.seconds, rhythm * Self.idleness.targetDurations)
    for key in board.activeKeys {
      guard let lastRead = reading.lastRead(of: key), now - lastRead > idleLimit else { continue }
      // The first check that notices this adds the whole time since data was due.
      let start = lookedAt - lastRead > idleLimit ? lookedAt : lastRead + rhythm
      board.pause(key, for: now - start, upTo: now)
    }
  }

  // MARK: - Alarms that are raised again

  /// Doubles the hold of an alarm that is raised again soon after it was cleared, up to an hour, so that an
  /// intermittent condition rarely raises its alarm again.
  struct Damping: Sendable, Equatable {
    /// The longest hold, in seconds.
    static let longestHold = 3600.0
    /// The hold, in seconds, that is doubled if the alarm's hold is shorter.
    private static let shortestHold = 15.0
    /// An alarm that is raised again within this time after it was cleared gets a doubled hold. The time is four holds,
    /// but at least 120 s.
    private static let window = 4.0
    private static let shortestWindow = 120.0
    private static let mostDoublings = 8

    private var clearedAt: Double?
    private var doublings = 0

    /// Records that the alarm is raised; `hold` is its hold without doubling.
    mutating func raise(hold: Double, now: Double) {
      let window = max(Self.shortestWindow, self.hold(hold) * Self.window)
      let isSoon = clearedAt.map { now - $0 <= window } ?? false
      doublings = isSoon ? min(doublings + 1, Self.mostDoublings) : 0
    }

    mutating func clear(now: Double) { clearedAt = now }

    /// The hold of an alarm, in seconds, with its doublings. `hold` is the hold without doubling.
    func hold(_ hold: Double) -> Double {
      guard doublings > 0 else { return hold }
      let damped = max(hold, Self.shortestHold) * Double(1 << doublings)
      return max(hold, min(damped, Self.longestHold))
    }

    /// Whether an alarm that is not raised can be forgotten, because raising it would not double its hold.
    func isForgettable(now: Double) -> Bool {
      clearedAt.map { now - $0 > Self.longestHold * Self.window } ?? true
    }
  }
}

extension AlarmClearing.Reading {
  /// The interval, in seconds, within which a delivering playlist is read at least once: the longest target duration; 0
  /// unless the feed is known to be a playlist.
  fileprivate var rhythm: Double {
    guard tracks.isPlaylist == true else { return 0 }
    return tracks.all.reduce(tracks.targetDuration) { max($0, $1.playlist.targetDuration) }
  }

  /// When the source on which an alarm depends was last read; nil if that time is unknown or irrelevant to the alarm.
  fileprivate func lastRead(of key: AlarmKey) -> Double? {
    guard tracks.isPlaylist == true else { return lastSign }
    let track = tracks.all.first { $0.key == key.track }
    let isListed = track?.isListed ?? false
    guard isListed || key.track == .feed else {
      // A rendition that has left the playlist is not read.
      return nil
    }
    let listed = tracks.all.filter(\.isListed)
    switch key.name {
    case .missingTags, .playlistUnreachable: return nil
    case .playlistFrozen: return track?.playlist.lastAnswer
    case .renditionDisagreement:
      return listed.count > 1 ? min(compared, track?.lastRead ?? compared) : nil
    default: return isListed ? track?.lastRead : listed.map(\.lastRead).max()
    }
  }
}

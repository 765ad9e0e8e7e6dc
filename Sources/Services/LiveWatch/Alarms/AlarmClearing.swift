import Conformance

/// When the alarms of a feed are cleared: how long each is held, and what does not count. `AlarmState` compares the time
/// with the hold; times are of the steady clock.
///
/// - An alarm is cleared when its condition has been absent for its hold (``hold(of:targetDuration:)``): usually
///   ``WatchSettings/ruleHold``, 60 s, or more with a target duration above 13 s; for INFO tags
///   ``WatchSettings/infoRuleHold``, 660 s; a frozen playlist has its own. A condition is absent if its rule finds nothing, or
///   nothing more of what it counts.
/// - The condition of `missing-tags` is absent after the second tag: ``showTags(_:)``.
/// - Time in which nothing was read from the source of an alarm does not count: ``pause(_:reading:now:)``.
/// - An alarm that is raised again soon after it was cleared has a longer hold: ``Damping``.
///
/// Two events act at once: a feed that is no longer followed clears all of its alarms (`FeedState.retire`),
/// and the holds of a lost feed begin when it is back (`AlarmBoard.suspend`).
struct AlarmClearing: Sendable {
  private let ruleHold: Double
  private let infoRuleHold: Double
  /// The time of the last check of the feed.
  private var lookedAt: Double

  init(_ settings: WatchSettings, now: Double) {
    ruleHold = settings.ruleHold
    infoRuleHold = settings.infoRuleHold
    lookedAt = now
  }

  // MARK: - The hold of each alarm

  /// The number of tags that clear `missing-tags`.
  static let tagsToClear = 2

  /// Whether this many Nielsen tags since `missing-tags` was raised clear it.
  static func showTags(_ count: Int) -> Bool { count >= tagsToClear }

  /// A frozen playlist must be renewed for this many target durations, and for at least this many seconds,
  /// before its alarm is cleared.
  private static let renewal = (targetDurations: 5.0, seconds: 30.0)

  /// The reader reports what is still wrong with a segment, which can be this many target durations late.
  private static let remindersInTargetDurations = 3.0

  /// The seconds for which the condition of an alarm must be absent.
  /// - Parameters:
  ///   - name: The alarm.
  ///   - targetDuration: That of the playlist, in seconds; 0 for a stream without one.
  /// - Returns: The hold.
  func hold(of name: AlarmName, targetDuration: Double) -> Double {
    switch name {
    case .missingTags: return 0
    case .playlistFrozen:
      return max(Self.renewal.seconds, targetDuration * Self.renewal.targetDurations)
    case .renditionDisagreement, .cidChange, .playlistUnreachable: return ruleHold
    default:
      if LiveRules.isAboutInfo(RuleID(rawValue: name.rawValue)) { return infoRuleHold }
      // A fault that lasts must be reported again before it counts as repaired.
      let reminded = LiveRules.reminder + targetDuration * Self.remindersInTargetDurations
      return max(ruleHold, reminded)
    }
  }

  // MARK: - Time that does not count

  /// Nothing is read if nothing arrived for this many seconds, and for this many target durations.
  private static let idleness = (seconds: 5.0, targetDurations: 2.0)

  /// The times at which the parts of a feed were last read.
  struct Reading: Sendable {
    var tracks: FeedTracks
    /// When the feed last showed a sign of life.
    var lastSign: Double
    /// When the comparison of its renditions last advanced.
    var compared: Double
  }

  /// Records a check of the feed.
  mutating func note(lookAt now: Double) { lookedAt = now }

  /// Pauses the holds of alarms whose source was not read since the last check: what is wrong there is still
  /// wrong when the feed continues.
  func pause(_ board: inout AlarmBoard, reading: Reading, now: Double) {
    let rhythm = reading.rhythm
    let idleLimit = max(Self.idleness.seconds, rhythm * Self.idleness.targetDurations)
    for key in board.activeKeys {
      guard let lastRead = reading.lastRead(of: key), now - lastRead > idleLimit else { continue }
      // The first time this is noticed, the whole time since something was due does not count.
      let start = lookedAt - lastRead > idleLimit ? lookedAt : lastRead + rhythm
      board.pause(key, for: now - start, upTo: now)
    }
  }

  // MARK: - Alarms that come back

  /// Doubles the hold of an alarm that is raised again soon after it was cleared, up to an hour: a condition
  /// that comes and goes is one alarm, not a hundred.
  struct Damping: Sendable, Equatable {
    /// The longest hold, in seconds.
    static let longestHold = 3600.0
    /// The shortest hold of an alarm that is raised again, in seconds.
    private static let shortestHold = 15.0
    /// An alarm that is raised again within this many holds has its hold doubled; at least two minutes.
    private static let window = 4.0
    private static let shortestWindow = 120.0
    /// The most doublings of a hold.
    private static let mostDoublings = 8

    private var clearedAt: Double?
    private var doublings = 0

    /// Records that the alarm is raised; `hold` is its hold without doubling.
    mutating func raise(hold: Double, now: Double) {
      let window = max(Self.shortestWindow, self.hold(hold) * Self.window)
      let isSoon = clearedAt.map { now - $0 <= window } ?? false
      doublings = isSoon ? min(doublings + 1, Self.mostDoublings) : 0
    }

    /// Records that the alarm is cleared.
    mutating func clear(now: Double) { clearedAt = now }

    /// The hold with doublings of an alarm whose hold without doubling is `hold`.
    func hold(_ hold: Double) -> Double {
      guard doublings > 0 else { return hold }
      let damped = max(hold, Self.shortestHold) * Double(1 << doublings)
      return max(hold, min(damped, Self.longestHold))
    }

    /// Whether an alarm that is not raised has lost its history: it would be raised as if for the first time.
    func isForgettable(now: Double) -> Bool {
      clearedAt.map { now - $0 > Self.longestHold * Self.window } ?? true
    }
  }
}

extension AlarmClearing.Reading {
  /// The interval, in seconds, in which a feed that delivers is read at least once: a target duration.
  fileprivate var rhythm: Double {
    guard tracks.isPlaylist == true else { return 0 }
    return tracks.all.reduce(tracks.targetDuration) { max($0, $1.playlist.targetDuration) }
  }

  /// When the source that decides about an alarm was last read; nil: it does not matter.
  fileprivate func lastRead(of key: AlarmKey) -> Double? {
    guard tracks.isPlaylist == true else { return lastSign }
    let track = tracks.all.first { $0.key == key.track }
    let isListed = track?.isListed ?? false
    guard isListed || key.track == .feed else {
      // A rendition that has left the playlist will never be read again.
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

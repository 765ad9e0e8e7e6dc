import Conformance
import TimedMetadata

/// The rules of `check` and the changes of CIDs for one feed, evaluated every few seconds. Times are of the
/// steady clock.
struct RuleWatch: Sendable {
  private var checker: LiveChecker
  /// The kinds of media in the segments of this connection.
  private(set) var media: Set<MediaKind> = []
  private var lookedAt: Double
  /// The last change of a CID that has not been judged.
  private var cidChange: (change: CIDChange, place: Place)?

  init(_ feed: FeedIdentity, _ settings: WatchSettings, at moment: FeedState.Moment) {
    lookedAt = moment.now
    checker = LiveChecker(
      input: feed.name,
      index: feed.index,
      settings: settings,
      now: moment.now,
      date: moment.date
    )
  }

  /// Takes the next event of the reader.
  mutating func receive(_ event: TimedMetadataEvent) {
    checker.receive(event)
    switch event {
    case .tag(let tag): media.insert(MediaKind(carrying: tag.carriage))
    case .segment(let segment):
      if let kind = segment.media { media.insert(kind) }
    case .note, .marker, .end: break
    }
  }

  /// Takes a change of a CID in this tag.
  mutating func receive(_ change: CIDChange, of tag: TimedTag) { cidChange = (change, Place(tag)) }

  /// Whether the rules were last evaluated at least `interval` seconds ago; if so, restarts the interval.
  mutating func isDue(after interval: Double, now: Double) -> Bool {
    guard now - lookedAt >= interval else { return false }
    lookedAt = now
    return true
  }

  /// Takes the condition of `cid-change`; nil: no CID has changed since the last call.
  mutating func takeCIDChange(_ severity: Severity) -> AlarmBoard.Condition? {
    defer { cidChange = nil }
    return cidChange.map { change, place in
      AlarmBoard.Condition(severity: severity, message: change.words, place: place, count: 1)
    }
  }

  /// The conditions that the rules report now.
  /// - Parameters:
  ///   - summary: The summary that a reader would report if the feed ended now.
  ///   - age: The age of the connection.
  ///   - moment: The current time.
  ///   - track: The track of a place.
  /// - Returns: The conditions, and whether each can raise an alarm already.
  mutating func look(
    _ summary: InputSummary,
    age: ConnectionAge,
    at moment: FeedState.Moment,
    track: (Place) -> TrackKey
  ) -> [(found: RuleCondition, raises: Bool)] {
    let found = checker.look(
      summary,
      reached: summary.duration ?? 0,
      now: moment.now,
      date: moment.date,
      reportsStates: age.isWarm,
      track: track
    )
    return found.map { ($0, age.isOldEnough(for: $0)) }
  }
}

/// The age of a connection, which decides which findings can raise alarms.
struct ConnectionAge: Sendable {
  /// INFO tags arrive every five minutes: before this many seconds, a missing INFO tag raises no alarm.
  private static let infoDeadlineSeconds = 330.0

  private let seconds: Double
  /// Whether it is old enough to judge the state of the stream.
  let isWarm: Bool

  init(seconds: Double, _ settings: WatchSettings) {
    self.seconds = seconds
    isWarm = seconds >= max(settings.warmUp, settings.alarmAfter)
  }

  /// Whether a condition can raise an alarm.
  func isOldEnough(for found: RuleCondition) -> Bool {
    guard isWarm || !found.isStanding else { return false }
    return found.name != AlarmName(RequiredPresence.info) || seconds >= Self.infoDeadlineSeconds
  }
}

import Conformance
import TimedMetadata

/// What the rules of `check`, and the CIDs, say about a feed: looked at every few seconds. Times are of the
/// steady clock.
struct RuleWatch: Sendable {
  private var checker: LiveChecker
  /// What the segments consist of on this connection.
  private(set) var media: Set<MediaKind> = []
  private var lookedAt: Double
  /// The last change of a CID that has not been judged.
  private var cidChange: (change: CIDChange, place: Place)?

  init(_ name: String, _ settings: WatchSettings, at moment: FeedState.Moment) {
    lookedAt = moment.now
    checker = LiveChecker(input: name, settings: settings, now: moment.now, date: moment.date)
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

  /// Takes another CID, named by this tag.
  mutating func receive(_ change: CIDChange, of tag: TimedTag) { cidChange = (change, Place(tag)) }

  /// Whether the rules were last looked at `interval` seconds ago; if so, they are looked at now.
  mutating func isDue(after interval: Double, now: Double) -> Bool {
    guard now - lookedAt >= interval else { return false }
    lookedAt = now
    return true
  }

  /// The condition of `cid-change`, which is then forgotten; nil: no CID has changed.
  mutating func takeCIDChange(_ severity: Severity) -> AlarmBoard.Condition? {
    defer { cidChange = nil }
    return cidChange.map { change, place in
      AlarmBoard.Condition(severity: severity, message: change.words, place: place, count: 1)
    }
  }

  /// What the rules say now.
  /// - Parameters:
  ///   - summary: What a reader would report if the feed ended now.
  ///   - age: How long the connection is there.
  ///   - moment: Now.
  ///   - track: The track of a place.
  /// - Returns: What is found, and whether it raises an alarm already.
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
      tellsStates: age.isWarm,
      track: track
    )
    return found.map { ($0, age.isOldEnough(for: $0)) }
  }
}

/// For how long a connection has been there, and what can be said about it.
struct ConnectionAge: Sendable {
  /// INFO tags come every five minutes: a connection without one for this many seconds shows nothing yet.
  private static let infoDeadlineSeconds = 330.0

  private let seconds: Double
  /// Whether it is old enough to judge the state of the stream.
  let isWarm: Bool

  init(seconds: Double, _ settings: WatchSettings) {
    self.seconds = seconds
    isWarm = seconds >= max(settings.warmUp, settings.alarmAfter)
  }

  /// Whether what was found may raise an alarm.
  func isOldEnough(for found: RuleCondition) -> Bool {
    guard isWarm || !found.isStanding else { return false }
    return found.name != AlarmName(RequiredPresence.info) || seconds >= Self.infoDeadlineSeconds
  }
}

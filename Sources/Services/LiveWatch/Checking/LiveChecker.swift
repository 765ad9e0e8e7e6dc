import Conformance
import TimedMetadata

/// The rules of `check` and the changes of CIDs for a connection to a feed, however long it lasts. From time to time a new
/// checker replaces the old one. Both read the feed for a while before that, so that the memory of rules does not grow and no
/// finding is lost. Alarms are kept elsewhere, and do not notice the change. Times are of the steady clock.
struct LiveChecker: Sendable {
  private let input: String
  private let settings: WatchSettings
  private var current: CheckerGeneration
  /// The checker that will replace it: as long as both read the feed, they take twice the memory.
  private(set) var next: CheckerGeneration?
  /// The age of the current checker at which the next one begins to read, in seconds.
  private var ageAtSuccession: Double
  /// The kinds of media in the segments of this connection.
  private(set) var media: Set<MediaKind> = []
  private var lookedAt: Double
  /// The last change of a CID that has not been judged.
  private var cidChange: (change: CIDChange, place: Place)?

  /// Makes a checker at the start of a connection. The first checkers of feeds that start together are replaced one after the
  /// other.
  init(_ feed: FeedIdentity, _ settings: WatchSettings, at moment: FeedState.Moment) {
    input = feed.name
    self.settings = settings
    lookedAt = moment.now
    ageAtSuccession = (settings.generation - settings.overlap) * Self.firstShare(of: feed.index)
    current = CheckerGeneration(input: feed.name, settings, start: 0, at: moment)
  }

  /// The part of a usual life that the first checker of a feed has, in (0, 1]: multiples of the golden ratio are spread
  /// evenly, however many feeds there are.
  private static func firstShare(of index: Int) -> Double {
    let goldenRatio = (1 + 5.0.squareRoot()) / 2
    return 1 - (Double(index) * goldenRatio).truncatingRemainder(dividingBy: 1)
  }

  /// Takes the next event of the reader.
  mutating func receive(_ event: TimedMetadataEvent) {
    current.receive(event)
    next?.receive(event)
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

  /// The conditions that the rules report now, and whether each can raise an alarm already.
  /// - Parameters:
  ///   - summary: The summary that a reader would report if the feed ended now.
  ///   - age: The age of the connection.
  ///   - moment: The current time.
  ///   - track: The track of a place.
  /// - Returns: The conditions.
  mutating func look(
    _ summary: InputSummary,
    age: ConnectionAge,
    at moment: FeedState.Moment,
    track: (Place) -> TrackKey
  ) -> [(found: RuleCondition, raises: Bool)] {
    let now = moment.now
    let conditions = current.look(summary, reportsStates: age.isWarm, track: track)
    if next == nil, now - current.started >= ageAtSuccession {
      next = CheckerGeneration(input: input, settings, start: summary.duration ?? 0, at: moment)
    }
    if var next, now - next.started >= settings.overlap {
      // The old checker has reported these findings.
      _ = next.look(summary, track: track)
      current = next
      self.next = nil
      ageAtSuccession = settings.generation - settings.overlap
    }
    return conditions.map { ($0, age.isOldEnough(for: $0)) }
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

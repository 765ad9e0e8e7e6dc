import Conformance
import TimedMetadata

/// Applies the rules of `check` to one connection to a feed, and reports changes of CIDs. From time to time, a new
/// checker replaces the old one. This limits the memory that rules use, however long the connection lasts. Before a
/// replacement, both checkers read the feed for some time, so that the new checker knows the stream. Alarms are kept
/// elsewhere and are not affected. Times are on the steady clock.
struct LiveChecker: Sendable {
  private let input: String
  private let settings: WatchSettings
  private var current: CheckerGeneration
  /// The checker that will replace the current one; nil until it begins to read.
  private(set) var next: CheckerGeneration?
  /// The age of the current checker, in seconds, at which the next one begins to read.
  private var ageAtSuccession: Double
  /// The kinds of media that this connection has delivered.
  private(set) var media: Set<MediaKind> = []
  private var lookedAt: Double
  /// The last change of a CID that has not been reported as a condition.
  private var cidChange: (change: CIDChange, place: Place)?

  /// Makes a checker at the start of a connection. The first checkers of several feeds are replaced at different times.
  init(_ feed: FeedIdentity, _ settings: WatchSettings, at moment: FeedState.Moment) {
    input = feed.name
    self.settings = settings
    lookedAt = moment.now
    ageAtSuccession = (settings.generation - settings.overlap) * Self.firstShare(of: feed.index)
    current = CheckerGeneration(input: feed.name, settings, start: 0, at: moment)
  }

  /// The age of a feed's first checker at which the next one begins to read, as a fraction of the usual age, in (0, 1].
  /// The fractional parts of multiples of the golden ratio are evenly distributed for any number of feeds.
  private static func firstShare(of index: Int) -> Double {
    let goldenRatio = (1 + 5.0.squareRoot()) / 2
    return 1 - (Double(index) * goldenRatio).truncatingRemainder(dividingBy: 1)
  }

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

  mutating func receive(_ change: CIDChange, of tag: TimedTag) { cidChange = (change, Place(tag)) }

  /// Whether `interval` seconds have passed since this method last returned true, or since the connection began.
  mutating func isDue(after interval: Double, now: Double) -> Bool {
    guard now - lookedAt >= interval else { return false }
    lookedAt = now
    return true
  }

  /// Returns the condition of `cid-change`, and forgets it; nil if no CID has changed since the last call.
  mutating func takeCIDChange(_ severity: Severity) -> AlarmBoard.Condition? {
    defer { cidChange = nil }
    return cidChange.map { change, place in
      AlarmBoard.Condition(severity: severity, message: change.words, place: place, count: 1)
    }
  }

  /// Evaluates the rules as if the feed ended now, and replaces the checker if it is old enough.
  /// - Parameters:
  ///   - summary: The summary that a reader would report if the feed ended now.
  ///   - age: The age of the connection.
  ///   - moment: The current time.
  ///   - track: Returns the track of a position.
  /// - Returns: The conditions; `raises` says whether a condition can raise an alarm.
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
      // The old checker has already reported these findings.
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
  /// The age of a connection, in seconds, below which `--require info` raises no alarm. INFO tags arrive every five
  /// minutes.
  private static let infoDeadlineSeconds = 330.0

  private let seconds: Double
  /// Whether the connection is old enough to judge the state of the stream.
  let isWarm: Bool

  init(seconds: Double, _ settings: WatchSettings) {
    self.seconds = seconds
    isWarm = seconds >= max(settings.warmUp, settings.alarmAfter)
  }

  /// Whether the connection is old enough for this condition to raise an alarm.
  func isOldEnough(for found: RuleCondition) -> Bool {
    guard isWarm || !found.isStanding else { return false }
    return found.name != AlarmName(RequiredPresence.info) || seconds >= Self.infoDeadlineSeconds
  }
}

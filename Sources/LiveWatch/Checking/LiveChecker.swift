import Conformance
import TimedMetadata

/// Checks a feed of any length. From time to time a new checker replaces the old one. Both read the feed for
/// a while before that, so that the memory of rules does not grow and no finding is lost. Alarms are kept
/// elsewhere, and do not notice the change.
struct LiveChecker: Sendable {
  private let input: String
  private let settings: WatchSettings
  private var current: CheckerGeneration
  /// The checker that will replace it: as long as both read the feed, they take twice the memory.
  private(set) var next: CheckerGeneration?
  /// The age of the current checker at which the next one begins to read, in seconds.
  private var ageAtSuccession: Double

  /// Makes a checker at the start of a connection; `now` is the steady clock, `date` Unix seconds. `index` is the
  /// number of the feed: the first checkers of feeds that start together are replaced one after the other.
  init(input: String, index: Int, settings: WatchSettings, now: Double, date: Double) {
    self.input = input
    self.settings = settings
    ageAtSuccession = (settings.generation - settings.overlap) * Self.firstShare(of: index)
    current = CheckerGeneration(
      input: input,
      options: LiveRules.options(settings.check, start: 0, now: date),
      started: now
    )
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
  }

  /// The conditions that the rules report now; `reached` is the position of the feed in presentation seconds.
  /// `reportsStates`: whether states that hold for a while are reported already.
  mutating func look(
    _ summary: InputSummary,
    reached: Double,
    now: Double,
    date: Double,
    reportsStates: Bool,
    track: (Place) -> TrackKey
  ) -> [RuleCondition] {
    let conditions = current.look(summary, reportsStates: reportsStates, track: track)
    if next == nil, now - current.started >= ageAtSuccession {
      next = CheckerGeneration(
        input: input,
        options: LiveRules.options(settings.check, start: reached, now: date),
        started: now
      )
    }
    if var next, now - next.started >= settings.overlap {
      // The old checker has reported these findings.
      _ = next.look(summary, track: track)
      current = next
      self.next = nil
      ageAtSuccession = settings.generation - settings.overlap
    }
    return conditions
  }
}

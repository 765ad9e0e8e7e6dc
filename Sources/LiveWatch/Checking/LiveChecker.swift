import Conformance
import TimedMetadata

/// Checks a feed for as long as it lasts. A new checker takes over now and then, and reads along with the
/// old one before that: what rules remember does not grow, and nothing is missed in between. Alarms are
/// kept elsewhere and know nothing of it.
struct LiveChecker: Sendable {
  private let input: String
  private let settings: WatchSettings
  private var current: CheckerGeneration
  private var next: CheckerGeneration?

  /// A checker at the start of a connection; `now` is the steady clock, `date` Unix seconds.
  init(input: String, settings: WatchSettings, now: Double, date: Double) {
    self.input = input
    self.settings = settings
    current = CheckerGeneration(
      input: input,
      options: LiveRules.options(settings.check, start: 0, now: date),
      started: now
    )
  }

  /// Takes the next event of the reader.
  mutating func receive(_ event: TimedMetadataEvent) {
    current.receive(event)
    next?.receive(event)
  }

  /// What the rules say now; `reached` is how far the feed has come in presentation seconds.
  /// Whether it is reported yet what holds for a while, is `tellsStates`.
  mutating func look(
    _ summary: InputSummary,
    reached: Double,
    now: Double,
    date: Double,
    tellsStates: Bool,
    track: (Place) -> TrackKey
  ) -> [RuleCondition] {
    let conditions = current.look(summary, tellsStates: tellsStates, track: track)
    if next == nil, now - current.started >= settings.generation - settings.overlap {
      next = CheckerGeneration(
        input: input,
        options: LiveRules.options(settings.check, start: reached, now: date),
        started: now
      )
    }
    if var next, now - next.started >= settings.overlap {
      // Its findings have been reported by the other.
      _ = next.look(summary, track: track)
      current = next
      self.next = nil
    }
    return conditions
  }
}

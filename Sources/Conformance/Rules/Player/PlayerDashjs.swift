/// How many tags dash.js would show.
///
/// It takes events whose scheme and value the MPD names, and takes a second event with the same id for a
/// repeat of the first. Without an MPD only ids are looked at.
struct PlayerDashjs: PlayerRule {
  static let traits = RuleTraits.player(
    remedy: "Name scheme and value of the events in the MPD, and count the id up.",
    source: "Dash-Industry-Forum/dash.js#3911",
    needs: [.fragmentedMP4]
  )
  static let player = "dash.js"
  static let readsFrames = false

  var tally = PlayerTally()
  var declarations = StreamDeclarations()
  /// By scheme and value: tags, and those of a repeated id.
  private var events: [DeclaredEvent: (tags: Int, repeated: Int)] = [:]

  /// More pairs than this are not told apart.
  private static let maximumPairs = 256

  init(_ settings: RuleSettings) {}

  mutating func reasons(_ tag: CheckedTag) -> [PlayerTally.Reason] {
    guard let message = tag.tag.eventMessage else { return [] }
    let event = DeclaredEvent(scheme: message.scheme, value: message.value)
    guard events[event] != nil || events.count < Self.maximumPairs else { return [] }
    let isRepeated = tag.has(.emsgIDReuse)
    let known = events[event] ?? (0, 0)
    events[event] = (known.tags + 1, known.repeated + (isRepeated ? 1 : 0))
    return isRepeated ? [MissedFor.repeatedID] : []
  }

  /// Events that the MPD does not name are missed whatever their ids are.
  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    var (tags, undeclared, repeated) = (0, 0, 0)
    for (event, count) in events {
      tags += count.tags
      if facts.declaredEvents?.contains(event) == false {
        undeclared += count.tags
      } else {
        repeated += count.repeated
      }
    }
    let reasons = [
      ("scheme and value not in the MPD", undeclared), (MissedFor.repeatedID, repeated),
    ]
    .filter { $0.1 > 0 }
    let missed = undeclared + repeated
    tell(PlayerTally.Outcome(tags: tags, missed: missed, reasons: reasons), &log)
    return .assessed
  }
}

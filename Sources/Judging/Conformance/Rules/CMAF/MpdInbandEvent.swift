import TimedMetadata

struct MpdInbandEvent: Rule {
  static let title = "Events not declared in the MPD"
  static let text = """
    The MPD declares scheme and value of the events.

    A DASH client drops events whose scheme and value are in no InbandEventStream of the MPD.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    listsEach: true,
    remedy: "Add InbandEventStream with this schemeIdUri and value to the AdaptationSet.",
    source: "DASH"
  )

  private var events: [DeclaredEvent: Place] = [:]
  private var order: [DeclaredEvent] = []

  /// More pairs than this are ignored.
  private static let maximumPairs = 256

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil else { return }
    let event = DeclaredEvent(scheme: message.scheme, value: message.value)
    guard events[event] == nil, order.count < Self.maximumPairs else { return }
    events[event] = tag.place
    order.append(event)
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard let declared = facts.declaredEvents else { return .notAssessed(.notRead) }
    for event in order where !declared.contains(event) {
      log.add(Self.undeclared(event), at: events[event] ?? Place())
    }
    return .assessed
  }
}

extension MpdInbandEvent {
  static func undeclared(_ event: DeclaredEvent) -> String {
    "no InbandEventStream for \(Words.printable(event.scheme)), "
      + "value \(Words.printable(event.value)): DASH clients drop the events"
  }
}

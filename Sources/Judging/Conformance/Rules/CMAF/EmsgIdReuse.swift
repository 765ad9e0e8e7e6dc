import TimedMetadata

struct EmsgIdReuse: Rule {
  static let title = "One event id for different contents"
  static let text = """
    An event's scheme, value and id identify one content.

    A player treats a second event with the same three as a repeat of the first, and drops it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tags],
    listsEach: true,
    remedy: "Let the packager count the id up with every event.",
    source: "DASH, Dash-Industry-Forum/dash.js#3911"
  )

  private struct Event: Hashable, Sendable {
    var rendition: String?
    var scheme: String
    var value: String
    var id: UInt32
  }

  private var reuses: [Event: (count: Int, place: Place)] = [:]
  private var order: [Event] = []

  /// More events than this are not counted apart.
  private static let maximumEvents = 256

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.has(log.rule),
      let message = tag.tag.eventMessage ?? tag.tag.manifestEvent
    else { return }
    let event = Event(
      rendition: tag.tag.rendition,
      scheme: message.scheme,
      value: message.value,
      id: message.id
    )
    if let known = reuses[event] {
      reuses[event] = (known.count + 1, known.place)
    } else if order.count < Self.maximumEvents {
      order.append(event)
      reuses[event] = (1, tag.place)
    } else {
      log.count()
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for event in order {
      guard let reuse = reuses[event] else { continue }
      log.add(Self.reuse(event.id, tags: reuse.count + 1), at: reuse.place, amount: reuse.count)
    }
    return .assessed
  }
}

extension EmsgIdReuse {
  static func reuse(_ id: UInt32, tags: Int) -> String {
    "id \(id) used for \(tags) different tags: dash.js shows only the first"
  }
}

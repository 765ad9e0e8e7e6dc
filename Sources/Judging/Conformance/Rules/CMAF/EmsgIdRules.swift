import Formats
import TimedMetadata

struct EmsgDuplicate: Rule {
  static let id: RuleID = "emsg-duplicate"
  static let title = "Event repeated"
  static let text = """
    Reports events that are repeated in later fragments.

    A repeat is allowed, and lets players that join later find the event. A player that does not
    compare ids shows the event twice.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4, .tags],
    remedy: "No action is needed, unless a player counts events twice.",
    source: "ISO/IEC 23009-1; gpac/gpac#2870"
  )

  private struct Event: Hashable, Sendable {
    var rendition: String?
    /// The reader's description, which identifies the event.
    var words: String
  }

  private struct Repeats: Sendable {
    var event: Event
    var count: Int
    var place: Place
  }

  /// The events that were repeated recently, oldest first.
  private var latest: [Repeats] = []

  /// The maximum number of events whose repeats are counted together.
  private static let capacity = 64

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    let event = Event(rendition: note.rendition, words: note.detail)
    if let index = latest.firstIndex(where: { $0.event == event }) {
      latest[index].count += 1
      return
    }
    latest.append(Repeats(event: event, count: 1, place: Place(note)))
    if latest.count > Self.capacity { Self.add(latest.removeFirst(), to: &log) }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for repeats in latest { Self.add(repeats, to: &log) }
    return .assessed
  }

  private static func add(_ repeats: Repeats, to log: inout FindingLog) {
    let words = Self.again(repeats.event.words, count: repeats.count)
    log.add(words, at: repeats.place, amount: repeats.count)
  }
}

extension EmsgDuplicate {
  /// Describes a repeated event. `event` is the text of the reader's note: `event 17 repeated`.
  static func again(_ event: String, count: Int) -> String {
    "\(event) in \(Decimals.counted(count, "fragment"))"
  }
}

struct EmsgIdReuse: Rule {
  static let id: RuleID = "emsg-id-reuse"
  static let title = "One event id for different contents"
  static let text = """
    The scheme, value and id of an event together identify its content.

    A player treats a later event with the same scheme, value and id as a repeat, and drops it.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .tags],
    listsEach: true,
    remedy: "Configure the packager to use a new id for every event.",
    source: "ISO/IEC 23009-1; Dash-Industry-Forum/dash.js#3911"
  )

  private struct Event: Hashable, Sendable {
    var rendition: String?
    var scheme: String
    var value: String
    var id: UInt32
  }

  private var reuses: [Event: (count: Int, place: Place)] = [:]
  private var order: [Event] = []

  private static let maximumEvents = 256

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, tag.has(log.rule) else { return }
    let message: EventMessage
    switch tag.tag.origin {
    case .eventMessage(let event), .manifestEvent(let event): message = event
    case .transportStream, .packedAudio, .text: return
    }
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
    "id \(id) used for \(tags) different tags: dash.js may show only the first"
  }
}

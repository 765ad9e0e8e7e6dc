import TimedMetadata

struct MpdEventAdaptationSet: Rule {
  static let id: RuleID = "mpd-event-adaptation-set"
  static let title = "Events declared in another AdaptationSet"
  static let text = """
    At least one of the AdaptationSets that carry the same events declares them.

    A DASH client looks for events in the segments of the AdaptationSet whose InbandEventStream
    names them. If the events are declared only in AdaptationSets that do not carry them, the client
    drops them, although the MPD looks complete.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest, .tags],
    listsEach: true,
    remedy: "Write the InbandEventStream into the AdaptationSet whose segments carry the events.",
    source: "ISO/IEC 23009-1, 5.10.3.3; google/ExoPlayer#9563"
  )

  /// The AdaptationSets that carry events of one scheme and value.
  private struct Carried {
    var place: Place
    var sets: [String]
  }

  private var carried: [DeclaredEventStream: Carried] = [:]
  private var order: [DeclaredEventStream] = []
  private var declaring: [DeclaredEventStream: Set<String>] = [:]
  /// The latest declaration of each AdaptationSet, by name.
  private var known: [String: Set<DeclaredEventStream>] = [:]

  private static let maximumPairs = 256
  private static let maximumSets = 64

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      let set = tag.tag.manifestSet
    else { return }
    learn(set)
    let event = DeclaredEventStream(scheme: message.scheme, value: message.value)
    guard let found = carried[event] else {
      guard order.count < Self.maximumPairs else { return }
      order.append(event)
      carried[event] = Carried(place: tag.place, sets: [set.name])
      return
    }
    guard !found.sets.contains(set.name), found.sets.count < Self.maximumSets else { return }
    carried[event]?.sets.append(set.name)
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    if let set = segment.manifestSet { learn(set) }
  }

  private mutating func learn(_ set: ManifestSet) {
    guard known[set.name] != set.declaredEvents,
      known[set.name] != nil || known.count < Self.maximumSets
    else { return }
    known[set.name] = set.declaredEvents
    for event in set.declaredEvents
    where declaring[event] != nil || declaring.count < Self.maximumPairs {
      declaring[event, default: []].insert(set.name)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for event in order {
      guard let carried = carried[event], let declaring = declaring[event],
        declaring.isDisjoint(with: carried.sets)
      else { continue }
      log.add(Self.elsewhere(event, in: carried.sets, declaring.sorted()), at: carried.place)
    }
    return .assessed
  }
}

extension MpdEventAdaptationSet {
  static func elsewhere(
    _ event: DeclaredEventStream,
    in carrying: [String],
    _ declaring: [String]
  ) -> String {
    let names = { (sets: [String]) in
      sets.prefix(4).map(Words.printable).joined(separator: ", ") + (sets.count > 4 ? ", …" : "")
    }
    return "events \(Words.printable(event.scheme)), value \(Words.quoted(event.value)), are in "
      + "AdaptationSet \(names(carrying)), but are declared only in \(names(declaring)): "
      + "some DASH clients drop the events"
  }
}

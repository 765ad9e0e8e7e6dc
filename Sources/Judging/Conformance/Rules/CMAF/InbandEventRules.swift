import TimedMetadata

struct MpdInbandEvent: Rule {
  static let id: RuleID = "mpd-inband-event"
  static let title = "Events not declared in the MPD"
  static let text = """
    The MPD declares the scheme and value of the events.

    A DASH client may drop events whose scheme and value are in no InbandEventStream of the MPD.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    listsEach: true,
    remedy: "Add an InbandEventStream with this schemeIdUri and value to the AdaptationSet.",
    source: "ISO/IEC 23009-1"
  )

  private var events: [DeclaredEvent: Place] = [:]
  private var order: [DeclaredEvent] = []

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
      + "value \(Words.printable(event.value)): some DASH clients drop the events"
  }
}

struct MpdInbandValue: Rule {
  static let id: RuleID = "mpd-inband-value"
  static let title = "MPD declares other events"
  static let text = """
    An InbandEventStream of an AdaptationSet declares the scheme and value of the events in its
    media.

    A DASH client may compare scheme and value exactly. If an AdaptationSet declares ID3 under a
    scheme or value that its event messages do not have, such a client drops the messages, although
    the MPD looks complete.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest],
    listsEach: true,
    remedy:
      "Write the schemeIdUri and value of the event messages into the InbandEventStream of their "
      + "AdaptationSet.",
    source: "ISO/IEC 23009-1, 5.10.3.3"
  )

  private struct Key: Hashable {
    var set: String
    var event: DeclaredEventStream
  }

  private var seen: Set<Key> = []

  private static let maximumPairs = 256

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      let set = tag.tag.manifestSet
    else { return }
    let event = DeclaredEventStream(scheme: message.scheme, value: message.value)
    let key = Key(set: set.name, event: event)
    guard !set.declaredEvents.contains(event), !seen.contains(key),
      seen.count < Self.maximumPairs, let declared = set.likest(event)
    else { return }
    seen.insert(key)
    log.add(Self.differs(event, declared, in: set), at: tag.place)
  }
}

extension ManifestSet {
  /// Returns the most similar declared event. It has the same scheme or, if there is none, another ID3 scheme. Nil if
  /// no declared event is similar.
  fileprivate func likest(_ event: DeclaredEventStream) -> DeclaredEventStream? {
    let sorted = declaredEvents.sorted { ($0.scheme, $0.value) < ($1.scheme, $1.value) }
    return sorted.first { $0.scheme == event.scheme }
      ?? sorted.first { EventScheme.isForID3($0.scheme) }
  }
}

extension MpdInbandValue {
  static func differs(
    _ event: DeclaredEventStream,
    _ declared: DeclaredEventStream,
    in set: ManifestSet
  ) -> String {
    let place = "AdaptationSet \(Words.printable(set.name))"
    let values =
      "value \(Words.quoted(declared.value)), but its events have value "
      + "\(Words.quoted(event.value))"
    guard declared.scheme != event.scheme else {
      return "InbandEventStream \(Words.printable(event.scheme)) of \(place) has \(values): "
        + "some DASH clients drop the events"
    }
    return
      "InbandEventStream of \(place) has scheme \(Words.printable(declared.scheme)), but its "
      + "events have "
      + "\(Words.printable(event.scheme)): some DASH clients drop the events"
  }
}

struct MpdPeriodLosesInband: Rule {
  static let id: RuleID = "mpd-period-loses-inband"
  static let title = "Later Period does not declare the events"
  static let text = """
    An AdaptationSet that declares ID3 events in one Period also declares them in later ones.

    Each Period declares its own event messages. In a Period without an InbandEventStream, DASH
    clients drop the events in the media. If the Period has no events, the missing declaration is a
    warning, and is reported only if the AdaptationSet continues an AdaptationSet of an earlier
    Period: a Period with other content needs no declaration.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest],
    listsEach: true,
    remedy: "Write the InbandEventStream into the AdaptationSet of every Period.",
    source: "ISO/IEC 23009-1, 5.10.3.3; google/ExoPlayer#9563"
  )

  private struct Key: Hashable {
    var rendition: String?
    var period: String
  }

  private struct Loss {
    var place: Place
    var set: ManifestSet
    var scheme: String
    var hasEvents: Bool
  }

  /// The ID3 scheme that each rendition declared last.
  private var declared: [String?: String] = [:]
  private var losses: [Key: Loss] = [:]

  private static let maximumRenditions = 256
  private static let maximumLosses = 4096

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, message.track == nil,
      let set = tag.tag.manifestSet
    else { return }
    receive(set, at: tag.place, hasEvents: true)
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let set = segment.manifestSet else { return }
    receive(set, at: Place(segment), hasEvents: false)
  }

  private mutating func receive(_ set: ManifestSet, at place: Place, hasEvents: Bool) {
    let name = place.rendition
    if let scheme = set.declaredEvents.lazy.map(\.scheme).filter(EventScheme.isForID3).min() {
      guard declared[name] != nil || declared.count < Self.maximumRenditions else { return }
      declared[name] = scheme
      return
    }
    guard let scheme = declared[name], hasEvents || set.continuesPeriod else { return }
    let key = Key(rendition: name, period: set.period)
    guard let known = losses[key] else {
      guard losses.count < Self.maximumLosses else { return }
      losses[key] = Loss(place: place, set: set, scheme: scheme, hasEvents: hasEvents)
      return
    }
    // The place of the first event is reported, rather than the place of the first segment.
    if hasEvents, !known.hasEvents {
      losses[key]?.place = place
      losses[key]?.hasEvents = true
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let order = losses.values.sorted {
      ($0.place.time ?? 0, $0.place.rendition ?? "") < (
        $1.place.time ?? 0, $1.place.rendition ?? ""
      )
    }
    for loss in order {
      log.add(
        Self.lost(loss.scheme, in: loss.set, hasEvents: loss.hasEvents),
        at: loss.place,
        severity: loss.hasEvents ? nil : .warning
      )
    }
    return .assessed
  }
}

extension MpdPeriodLosesInband {
  static func lost(_ scheme: String, in set: ManifestSet, hasEvents: Bool) -> String {
    let words =
      "AdaptationSet \(Words.printable(set.name)) declares \(Words.printable(scheme)) in an "
      + "earlier Period, but not in Period \(Words.printable(set.period))"
    return hasEvents
      ? "\(words): some DASH clients drop the events" : "\(words), although its content continues"
  }
}

import TimedMetadata

struct MpdInbandValue: Rule {
  static let title = "MPD declares other events"
  static let text = """
    An InbandEventStream of an AdaptationSet declares the scheme and value of the events in its
    media.

    A DASH client compares scheme and value exactly. If an AdaptationSet declares ID3 under another
    scheme or value than its event messages have, the client drops the messages, although the MPD
    looks complete.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest],
    listsEach: true,
    remedy:
      "Write schemeIdUri and value of the event messages into the InbandEventStream of their AdaptationSet.",
    source: "ISO/IEC 23009-1, 5.10.3.3"
  )

  private struct Key: Hashable {
    var set: String
    var event: DeclaredEventStream
  }

  private var seen: Set<Key> = []

  /// More pairs than this are ignored.
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
  /// The most similar declared event: the same scheme with another value, otherwise another scheme for ID3.
  /// Nil if none is similar.
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
      "value \(Words.quoted(declared.value)), its events value \(Words.quoted(event.value))"
    guard declared.scheme != event.scheme else {
      return "InbandEventStream \(Words.printable(event.scheme)) of \(place) has \(values): "
        + "DASH clients drop the events"
    }
    return
      "InbandEventStream of \(place) has scheme \(Words.printable(declared.scheme)), its events "
      + "\(Words.printable(event.scheme)): DASH clients drop the events"
  }
}

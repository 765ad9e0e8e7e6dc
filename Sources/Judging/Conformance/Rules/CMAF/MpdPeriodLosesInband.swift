import TimedMetadata

struct MpdPeriodLosesInband: Rule {
  static let title = "Later Period does not declare the events"
  static let text = """
    An AdaptationSet that declares ID3 events in one Period also declares them in later ones.

    Each Period declares its own event messages. In a Period without an InbandEventStream, DASH
    clients drop the events in the media. Without such events it is a warning, if the AdaptationSet
    declares that it continues one of an earlier Period; a Period of other content need not declare
    any.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest],
    listsEach: true,
    remedy: "Write the InbandEventStream into the AdaptationSet of every Period.",
    source: "ISO/IEC 23009-1, 5.10.3.3; google/ExoPlayer#9563"
  )

  /// A Period of a rendition.
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

  /// The scheme for ID3 that was declared last, by rendition.
  private var declared: [String?: String] = [:]
  private var losses: [Key: Loss] = [:]

  /// More renditions than this are ignored.
  private static let maximumRenditions = 256
  /// More Periods that lose events are not counted.
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
    // The first event shows the fault, not the first segment.
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
      "no InbandEventStream \(Words.printable(scheme)) for AdaptationSet "
      + "\(Words.printable(set.name)) in Period \(Words.printable(set.period)), declared before it"
    return hasEvents
      ? "\(words): DASH clients drop the events" : "\(words), although its content continues"
  }
}

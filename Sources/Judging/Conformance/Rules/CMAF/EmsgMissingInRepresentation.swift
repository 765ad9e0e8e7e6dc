import Formats
import TimedMetadata

struct EmsgMissingInRepresentation: Rule {
  static let id: RuleID = "emsg-missing-in-representation"
  static let title = "Representation without the events"
  static let text = """
    All Representations of an AdaptationSet carry the same events at the same time.

    A DASH client switches Representations when the bandwidth changes, and reads events only from
    the segments that it loads: it misses events that are only in other Representations. Scheme,
    value and content of the messages are compared, but not their ids. Events in segments that could
    not be read do not count as missing.
    """
  static let limit = Threshold("limit", 0.5, "s")
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4, .manifest, .renditions, .tags],
    thresholds: [limit],
    listsEach: true,
    remedy:
      "Configure the packager to write the events into the segments of every Representation of the AdaptationSet.",
    source: "ISO/IEC 23009-1, 5.10.3.3"
  )

  private let limit: Double
  private var sets: [(name: String, comparison: RenditionComparison)] = []
  /// The names of the Representations of each AdaptationSet.
  private var renditions: [[String?]] = []

  private static let maximumSets = 64

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard let payload = tag.nielsen, let time = tag.tag.time, let message = tag.tag.eventMessage,
      message.track == nil, let index = index(of: tag.tag.manifestSet, tag.tag.rendition)
    else { return }
    sets[index].comparison.receive(
      "\(message.scheme)\0\(message.value)\0\(payload.text)",
      at: time,
      wallClock: tag.tag.wallClock,
      in: tag.tag.rendition
    )
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let index = index(of: segment.manifestSet, segment.rendition) else { return }
    sets[index].comparison.receive(segment)
  }

  private mutating func index(of set: ManifestSet?, _ rendition: String?) -> Int? {
    guard let set else { return nil }
    var index = sets.firstIndex { $0.name == set.name }
    if index == nil, sets.count < Self.maximumSets {
      index = sets.count
      sets.append((set.name, RenditionComparison(limit: limit)))
      renditions.append([])
    }
    guard let index else { return nil }
    if !renditions[index].contains(rendition),
      renditions[index].count < RenditionComparison.maximumRenditions
    {
      renditions[index].append(rendition)
    }
    return index
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    guard renditions.contains(where: { $0.count > 1 }) else { return .notAssessed(.oneRendition) }
    for index in sets.indices where renditions[index].count > 1 {
      let all = sets[index].comparison
        .finish(renditions: renditions[index], hasEnded: facts.isWhole)
      for missing in all {
        log.add(
          Self.missing(missing, in: sets[index].name),
          at: Place(
            time: missing.firstTime,
            wallClock: missing.wallClock,
            rendition: missing.rendition
          ),
          amount: missing.count
        )
      }
    }
    return .assessed
  }
}

extension EmsgMissingInRepresentation {
  static func missing(_ missing: RenditionComparison.Missing, in set: String) -> String {
    let verb = missing.count == 1 ? "is" : "are"
    return
      "\(Decimals.counted(missing.count, "event")) of \(missing.carrier ?? "a Representation") \(verb) "
      + "missing in \(missing.rendition ?? "another") of the same AdaptationSet "
      + "(\(Words.printable(set))), first at \(Words.time(missing.firstTime))"
  }
}

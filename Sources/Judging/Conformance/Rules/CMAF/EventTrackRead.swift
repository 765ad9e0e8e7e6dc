import TimedMetadata

struct EventTrackRead: Rule {
  static let title = "Event track cannot be read"
  static let text = """
    Event tracks can be read; the tags in them are reported.

    An event track (handler meta, sample entry evte) has events as its samples. Cloud encoders write
    one for the packager, which converts it to event messages: players do not look for tags there. A
    sample that cannot be read, or that the movie fragment puts outside the media data, is also lost
    for the packager.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    listsEach: true,
    repairedBy: .encoder,
    remedy: "Look at the sample at the given byte; the encoder wrote it wrong.",
    source: "ISO/IEC 23001-18"
  )

  private struct Track: Hashable, Sendable {
    var rendition: String?
    var id: UInt32
  }

  private struct Tags: Sendable {
    var count = 0
    var place: Place
    var durations = Set<UInt32>()
  }

  private var tracks: [Track: Tags] = [:]
  private var order: [Track] = []

  /// More event tracks than this are not reported.
  private static let maximumTracks = 256
  /// More durations than this are not distinguished.
  private static let maximumDurations = 4

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
  }

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, let id = message.track else { return }
    let track = Track(rendition: tag.tag.rendition, id: id)
    if tracks[track] == nil {
      guard order.count < Self.maximumTracks else { return }
      order.append(track)
    }
    var tags = tracks[track] ?? Tags(place: tag.place)
    tags.count += 1
    if tags.durations.count < Self.maximumDurations { tags.durations.insert(message.duration) }
    tracks[track] = tags
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for track in order {
      guard let tags = tracks[track] else { continue }
      let durations = tags.durations.sorted(by: >)
      log.add(
        Self.tags(tags.count, track: track.id, durations: durations),
        at: tags.place,
        severity: .info,
        remedy: Self.remedyForPlayers
      )
    }
    return .assessed
  }
}

extension EventTrackRead {
  static let remedyForPlayers =
    "Check that the packager makes event messages (emsg) of the track: players do not read it."

  static func tags(_ count: Int, track: UInt32, durations: [UInt32]) -> String {
    let words = durations.map { $0 == .max ? "unknown" : "\($0)" }.joined(separator: ", ")
    return "\(Words.count(count, "Nielsen tag")) in event track \(track), event_duration \(words)"
  }
}

import Formats
import TimedMetadata

struct EventTrackRead: Rule {
  static let id: RuleID = "event-track-read"
  static let title = "Event track cannot be read"
  static let text = """
    Event tracks can be read; the tags in them are reported.

    An event track (handler meta, sample entry evte) has events as its samples. Cloud encoders write
    an event track for the packager, which converts it to event messages; players do not read event
    tracks. A packager loses a sample that cannot be read, or that the movie fragment puts outside
    the media data.
    """
  static let traits = RuleTraits(
    .cmaf,
    .error,
    needs: [.fragmentedMP4],
    listsEach: true,
    repairedBy: .encoder,
    remedy: "Check the sample at the given byte: the encoder wrote it incorrectly.",
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

  private static let maximumTracks = 256
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
    "Check that the packager converts the track to event messages (emsg): players do not read "
    + "event tracks."

  static func tags(_ count: Int, track: UInt32, durations: [UInt32]) -> String {
    let words = durations.map { $0 == .max ? "unknown" : "\($0)" }.joined(separator: ", ")
    return
      "\(Decimals.counted(count, "Nielsen tag")) in event track \(track), event_duration \(words)"
  }
}

struct EventTrackDuration: Rule {
  static let id: RuleID = "event-track-duration"
  static let title = "Event in a track has a duration"
  static let text = """
    event_duration in an event track is unknown (FFFFFFFF) or 0.

    The ID3 mapping (id3-emsg) requires FFFFFFFF in event messages; an amendment that is still open
    requires 0 in event tracks. Both are accepted. With another duration, every sample during that
    time repeats the event, and a packager may pass on each repeat.
    """
  static let traits = RuleTraits(
    .cmaf,
    .info,
    bound: .none,
    needs: [.fragmentedMP4, .tags],
    repairedBy: .encoder,
    remedy: "Configure the encoder to write event_duration FFFFFFFF (unknown).",
    source: "AOMediaCodec/id3-emsg#45"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ tag: CheckedTag, _ log: inout FindingLog) {
    guard tag.isJudged, let message = tag.tag.eventMessage, let track = message.track,
      message.duration != 0, message.duration != .max
    else { return }
    log.add(Self.other(message.duration, track: track), at: tag.place)
  }
}

extension EventTrackDuration {
  static func other(_ duration: UInt32, track: UInt32) -> String {
    "event_duration is \(duration) in event track \(track), expected FFFFFFFF or 0"
  }
}

struct EventTrackEmpty: Rule {
  static let id: RuleID = "event-track-empty"
  static let title = "Event track is empty"
  static let text = """
    An event track for ID3 tags is not empty for long.

    A track with only empty samples (emeb) is valid, so no other rule shows that the encoder has
    stopped inserting tags. Periods below a minute are never reported. A track whose sample entry
    names no scheme, and that has no event, may have another purpose: it is reported as information.
    Tracks of other schemes, such as SCTE-35, are not judged.
    """
  static let limit = Threshold("limit", 120, "s")
  static let traits = RuleTraits(
    .cmaf,
    .warning,
    needs: [.fragmentedMP4],
    thresholds: [limit],
    listsEach: true,
    repairedBy: .encoder,
    remedy:
      "Check that the encoder inserts ID3 tags into this track, and that the encoder's input has a "
      + "watermark.",
    source: "ISO/IEC 23001-18"
  )

  private struct Spell: Sendable {
    var note: StreamNote
    var isKnown: Bool
  }

  private let limit: Double
  /// The periods without events, each with its latest note.
  private var spells: [Spell] = []

  private static let maximumSpells = 1024
  /// The number of latest periods that a note may continue, over all renditions.
  private static let latestSpells = 64

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    let isKnown = note.id.rawValue == log.rule.rawValue
    guard isKnown || note.id == .eventTrackIdle else { return }
    let spell = Spell(note: note, isKnown: isKnown)
    let latest = spells.suffix(Self.latestSpells)
    if let index = latest.lastIndex(where: { $0.note.continues(note) }) {
      spells[index] = spell
    } else if spells.count < Self.maximumSpells {
      spells.append(spell)
    }
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    for spell in spells {
      guard let seconds = spell.note.measured, seconds >= limit else { continue }
      log.add(
        Self.empty(spell.note.detail, seconds: seconds),
        at: Place(spell.note),
        severity: spell.isKnown ? nil : .info
      )
    }
    return .assessed
  }
}

extension StreamNote {
  /// Whether another note is about the same period of the same track.
  fileprivate func continues(_ other: StreamNote) -> Bool {
    detail == other.detail && rendition == other.rendition && time == other.time
  }
}

extension EventTrackEmpty {
  /// Describes an empty track. `track` is the text of the reader's note: `event track 1 has only empty samples (emeb)`.
  static func empty(_ track: String, seconds: Double) -> String {
    "\(track) for \(Words.seconds(seconds))"
  }
}

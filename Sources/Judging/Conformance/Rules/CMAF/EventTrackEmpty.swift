import TimedMetadata

struct EventTrackEmpty: Rule {
  static let title = "Event track is empty"
  static let text = """
    An event track of ID3 is not empty for long.

    A track with only empty samples (emeb) is valid, so no other rule shows that the encoder has
    stopped inserting tags. Times below a minute are not reported. A track whose sample entry names
    no scheme, and that had no event, may have another purpose: this is reported as information.
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
      "Check that the encoder inserts ID3 into this track, and that its input has a watermark.",
    source: "ISO/IEC 23001-18"
  )

  /// A time without an event.
  private struct Spell: Sendable {
    var note: StreamNote
    var isKnown: Bool
  }

  private let limit: Double
  /// Each time without an event, as the latest note about it has it.
  private var spells: [Spell] = []

  /// The notes of more spells are not kept.
  private static let maximumSpells = 1024
  /// Periods without events whose notes may still continue, in several renditions.
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
  /// Whether a later note is about the same time of the same track.
  fileprivate func continues(_ other: StreamNote) -> Bool {
    detail == other.detail && rendition == other.rendition && time == other.time
  }
}

extension EventTrackEmpty {
  /// `track` is the reader's `event track 1 has only empty samples (emeb)`.
  static func empty(_ track: String, seconds: Double) -> String {
    "\(track) for \(Words.seconds(seconds))"
  }
}

import TimedMetadata

struct HlsPlaylistStale: Rule {
  static let title = "Playlist renewed late"
  static let text = """
    A live playlist is updated within one and a half target durations.

    A player whose playlist is not updated runs out of segments, and stalls. Each period without an
    update is one finding, with its length, at the last segment known at that time.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    listsEach: true,
    remedy: "Check that the packager still runs, and that no cache serves an old playlist.",
    source: "8216 §6.2.2"
  )

  /// The latest note about the latest stop of each rendition: the reader reports a stop when it is
  /// too long, and again when it is over.
  private var stops: [String?: StreamNote] = [:]

  /// The most renditions that are distinguished.
  private static let maximumRenditions = 1024

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    guard note.id.rawValue == log.rule.rawValue else { return }
    guard let known = stops[note.rendition] else {
      if stops.count < Self.maximumRenditions {
        stops[note.rendition] = note
      } else {
        Self.add(note, &log)
      }
      return
    }
    if !Self.isSameStop(known, note) { Self.add(known, &log) }
    stops[note.rendition] = note
  }

  mutating func finish(_ facts: InputFacts, _ log: inout FindingLog) -> Assessment {
    let open = stops.values.sorted {
      ($0.time ?? 0, $0.rendition ?? "") < ($1.time ?? 0, $1.rendition ?? "")
    }
    for note in open { Self.add(note, &log) }
    return .assessed
  }

  /// The same segment, though its place may have become known better: this many seconds.
  private static let closeness = 1.0

  /// Whether a note is about the same stop as one before it: nothing came between them.
  private static func isSameStop(_ known: StreamNote, _ note: StreamNote) -> Bool {
    guard let before = known.measured, let now = note.measured else { return false }
    let distance = abs((known.time ?? 0) - (note.time ?? 0))
    return known.segment == note.segment && distance < closeness && before <= now
  }

  private static func add(_ note: StreamNote, _ log: inout FindingLog) {
    log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
  }
}

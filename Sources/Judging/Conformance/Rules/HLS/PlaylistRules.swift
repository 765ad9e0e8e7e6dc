import TimedMetadata

struct HlsPlaylistInvalid: Rule {
  static let id: RuleID = "hls-playlist-invalid"
  static let title = "Playlist missing or faulty"
  static let text = """
    The playlists can be read and parsed, and have the required playlist tags.

    Players differ in their tolerance: a playlist that plays in one player may be rejected by
    another.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    remedy:
      "Correct the reported fault in the packager, or in a proxy that rewrites the playlist.",
    source: "RFC 8216, 4"
  )

  /// The note about a playlist that could not be read. Its `segment` is the URI of the playlist.
  private static let missing: NoteID = "hls-playlist-missing"

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    // Without a URI, the note is about playlists that the reader skips because of its own limits;
    // that is not a fault of a playlist.
    if note.id == Self.missing, note.segment != nil {
      log.add(Self.unread(note), at: Place(rendition: note.rendition))
    } else if note.id.rawValue == log.rule.rawValue || note.id == .playlistUnanswered {
      log.add(note.detail, at: Place(note))
    }
  }
}

extension HlsPlaylistInvalid {
  static func unread(_ note: StreamNote) -> String {
    "playlist \(note.segment ?? "") could not be read: \(note.detail)"
  }
}

struct HlsPlaylistStale: Rule {
  static let id: RuleID = "hls-playlist-stale"
  static let title = "Playlist updated late"
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
    source: "RFC 8216, 6.2.2"
  )

  /// The latest note about the latest period without an update, for each rendition. The reader reports a period when it
  /// becomes too long, and again when it ends or when reading gives up.
  private var stops: [String?: StreamNote] = [:]

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

  /// The maximum difference, in seconds, between the times of two notes about the same period. The reader may correct
  /// the time of the segment between them.
  private static let closeness = 1.0

  /// Whether two notes are about the same period without an update.
  private static func isSameStop(_ known: StreamNote, _ note: StreamNote) -> Bool {
    guard let before = known.measured, let now = note.measured else { return false }
    let distance = abs((known.time ?? 0) - (note.time ?? 0))
    return known.segment == note.segment && distance < closeness && before <= now
  }

  private static func add(_ note: StreamNote, _ log: inout FindingLog) {
    log.add(note.detail, at: Place(note), amount: note.amount ?? 1)
  }
}

struct HlsWindowMissed: NoteRule {
  static let id: RuleID = "hls-window-missed"
  static let title = "Segments left the window unread"
  static let text = """
    Every segment of a live playlist is read before it leaves the window.

    Gaps at unread segments may be caused by this tool, not by the feed.
    """
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.livePlaylist],
    repairedBy: .server,
    remedy:
      "Use a faster connection, or read fewer renditions. Check that the playlist is long enough.",
    source: "this tool's own rule"
  )
}

struct HlsDateJump: Rule {
  static let id: RuleID = "hls-date-jump"
  static let title = "Dates of the playlist jump"
  static let text = """
    EXT-X-PROGRAM-DATE-TIME advances with the media, except at EXT-X-DISCONTINUITY.

    Players find ad breaks and the live position by these dates, and measurement compares them with
    the clock in the tags. After an undeclared jump, the positions and the comparison are wrong.
    """
  static let limit = Threshold("limit", 3, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    remedy:
      "Check the clock of the packager, and configure the packager to write EXT-X-DISCONTINUITY when the clock is set.",
    source: "RFC 8216, 4.3.2.6; this tool's own limit"
  )

  private let limit: Double
  private var pairs = SegmentPairs()

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let before = pairs.receive(segment), let date = segment.wallClock,
      let earlier = before.wallClock, let start = segment.start, let earlierStart = before.start
    else { return }
    let jump = (date - earlier) - (start - earlierStart)
    guard abs(jump) > limit else { return }
    log.add(Self.jump(jump, at: segment.uri), at: Place(segment))
  }
}

extension HlsDateJump {
  static func jump(_ seconds: Double, at uri: String) -> String {
    "EXT-X-PROGRAM-DATE-TIME \(seconds < 0 ? "goes back" : "jumps") "
      + "\(Words.seconds(abs(seconds))) at segment \(uri) without EXT-X-DISCONTINUITY"
  }
}

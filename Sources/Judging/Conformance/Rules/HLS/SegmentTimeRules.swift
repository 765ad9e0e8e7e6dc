import TimedMetadata

struct HlsSegmentDuration: Rule {
  static let id: RuleID = "hls-segment-duration"
  static let title = "EXTINF is not the segment's duration"
  static let text = """
    EXTINF is the duration of the segment's media.

    Players use the durations of the playlist to seek, place ads and join a live channel: with wrong
    durations, they look for a tag in the wrong segment. Rounding, and audio that starts a few
    frames before the video, are within the limit. The first segment, the first segment after a
    discontinuity, and the last segment are not judged.
    """
  static let limit = Threshold("limit", 1, "s")
  static let traits = RuleTraits(
    .hls,
    .warning,
    needs: [.hlsPlaylist],
    thresholds: [limit],
    remedy: "Configure the packager to write the duration of the media it puts into the segment.",
    source: "RFC 8216, 4.3.2.1; this tool's own limit"
  )

  private let limit: Double
  private var pairs = SegmentPairs()
  /// The renditions whose latest segment continues the preceding segment.
  private var continuing: Set<String?> = []

  init(_ settings: RuleSettings) { limit = settings[Self.limit] }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard let before = pairs.receive(segment) else {
      continuing.remove(segment.rendition)
      return
    }
    // The first segment is not judged: it may have more audio before its video than the others.
    guard !continuing.insert(segment.rendition).inserted,
      let distance = before.videoDistance(to: segment) ?? before.distance(to: segment),
      let span = before.span
    else { return }
    // Other rules judge missing media in a segment, and a clock that jumps after it.
    let longest = max(distance, span)
    let shortest = min(distance, span)
    if before.duration - longest > limit {
      log.add(Self.wrong(before.duration, media: longest), at: Place(before))
    } else if shortest - before.duration > limit {
      log.add(Self.wrong(before.duration, media: shortest), at: Place(before))
    }
  }
}

extension HlsSegmentDuration {
  static func wrong(_ duration: Double, media: Double) -> String {
    "EXTINF is \(Words.seconds(duration)), but the segment's media lasts \(Words.seconds(media))"
  }
}

struct HlsSegmentGap: Rule {
  static let id: RuleID = "hls-segment-gap"
  static let title = "Segment marked as missing"
  static let text = """
    The playlist marks no segment as missing.

    EXT-X-GAP marks a segment that the packager could not make: players skip it. No other rule
    reports the tags that are missing there, although no player receives them.
    """
  static let traits = RuleTraits(
    .hls,
    .info,
    needs: [.hlsPlaylist],
    remedy: "Check why the packager had no media: the tags of that time are not measured.",
    source: "rfc8216bis, 4.4.4.7"
  )

  init(_ settings: RuleSettings) {}

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard segment.isGap else { return }
    log.add(Self.gap(segment), at: Place(segment))
  }
}

extension HlsSegmentGap {
  static func gap(_ segment: SegmentReport) -> String {
    guard let start = segment.start else {
      return "segment \(segment.uri) is marked EXT-X-GAP: its tags are missing"
    }
    return "segment \(segment.uri) is marked EXT-X-GAP: tags from \(Words.oneDecimal(start)) to "
      + "\(Words.seconds(start + segment.duration)) are missing"
  }
}

struct HlsSegmentMissing: Rule {
  static let id: RuleID = "hls-segment-missing"
  static let title = "Segment cannot be read"
  static let text = """
    Every segment in the playlists can be read to its end.

    The tags in an unread segment are unknown, so the input cannot pass. Segments with EXT-X-GAP do
    not count, because the playlist itself marks them as missing. Variants and renditions that the
    reader skips because of its limits count, and so do unreadable initialization sections, and
    Representations whose segments cannot be listed. In joined files (--join), a missing number
    indicates a missing segment. A segment at an address that the playlist is not allowed to use is
    reported as a warning: the segment itself may be correct.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.playlistOrFindings],
    repairedBy: .server,
    remedy:
      "Fetch the segment by hand: either the origin lost it, or the playlist has a wrong name for it.",
    source: "RFC 8216, 6.2"
  )

  /// The note about a playlist that cannot be read. Without a segment, the note is about renditions that the reader
  /// skips, or about a Representation whose segments cannot be listed.
  private static let missing: NoteID = "hls-playlist-missing"

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    if note.id == .joinedHole {
      return log.add(note.detail, at: Place(note), remedy: Self.addFile)
    }
    guard note.id == Self.missing && note.segment == nil || note.id == .initializationMissing
    else { return }
    log.add(note.detail, at: Place(note))
  }

  mutating func receive(_ segment: SegmentReport, _ log: inout FindingLog) {
    guard !segment.isComplete, !segment.isGap else { return }
    if let allowance = segment.allowance {
      // The reader was not allowed to read the segment, which is not a fault of the presentation.
      let words = Self.missing(segment)
      return log.add(
        words,
        at: Place(segment),
        severity: .warning,
        remedy: Self.sentence(allowance)
      )
    }
    log.add(Self.missing(segment), at: Place(segment))
  }
}

extension HlsSegmentMissing {
  static let addFile = "Add the missing file, or join the files before it and after it separately."

  private static func sentence(_ words: String) -> String {
    "\(words.prefix(1).uppercased())\(words.dropFirst())."
  }

  static func missing(_ segment: SegmentReport) -> String {
    let reason = segment.failure ?? "could not be read"
    guard let start = segment.start else { return "segment \(segment.uri): \(reason)" }
    let end = start + segment.duration
    return "segment \(segment.uri): \(reason); tags from \(Words.oneDecimal(start)) to "
      + "\(Words.seconds(end)) are unknown"
  }
}

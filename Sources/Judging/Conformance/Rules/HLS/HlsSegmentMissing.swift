import TimedMetadata

struct HlsSegmentMissing: Rule {
  static let title = "Segment cannot be read"
  static let text = """
    Every segment in the playlists could be read to its end.

    The tags in an unread segment are unknown, so it cannot pass. Segments with EXT-X-GAP do not
    count, since the playlist itself says that they are missing; variants and renditions above the
    reader's limits count, and so do initialization sections. For joined files (--join) a missing
    number shows a missing segment. A segment that the playlist is not allowed to reach is a
    warning: the segment itself may be correct.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.playlistOrFindings],
    repairedBy: .server,
    remedy:
      "Fetch the segment by hand: either the origin lost it, or the playlist has a wrong name.",
    source: "8216 §6.2"
  )

  /// Where it is about no playlist: of variants and renditions that are not read at all.
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
      // Not a fault of the presentation: this reader was not allowed to read it.
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
  static let addFile = "Add the file, or join the files on each side of it separately."

  private static func sentence(_ words: String) -> String {
    "\(words.prefix(1).uppercased())\(words.dropFirst())."
  }

  static func missing(_ segment: SegmentReport) -> String {
    let reason = segment.failure ?? "could not be read"
    guard let start = segment.start else { return "segment \(segment.uri): \(reason)" }
    let end = start + segment.duration
    return "segment \(segment.uri): \(reason); tags from \(Words.oneDecimal(start)) to "
      + "\(Words.seconds(end)) unknown"
  }
}

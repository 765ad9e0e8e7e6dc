import TimedMetadata

struct HlsPlaylistInvalid: Rule {
  static let title = "Playlist missing or faulty"
  static let text = """
    The playlists can be read and parsed, and have the required tags.

    Players differ in what they tolerate: a playlist that one plays is rejected by another.
    """
  static let traits = RuleTraits(
    .hls,
    .error,
    needs: [.hlsPlaylist],
    remedy:
      "Correct the playlist where the finding says; the packager or a rewriting proxy wrote it.",
    source: "8216 §4"
  )

  /// The note of a playlist that could not be read at all.
  private static let missing: NoteID = "hls-playlist-missing"

  init(_ settings: RuleSettings) {}

  mutating func receive(_ note: StreamNote, _ log: inout FindingLog) {
    // Segments that the reader leaves out by its own limits are not a fault of a playlist.
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

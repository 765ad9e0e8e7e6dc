/// Reads the lines of a media playlist.
struct MediaPlaylistReader {
  var context: ReadingContext
  var playlist: MediaPlaylist
  /// The playlist that EXT-X-SKIP refers to.
  let base: MediaPlaylist?
  var pending = PendingSegment()
  /// Tags that belong to segments have been seen.
  var isInSegments = false
  /// Tags that may come once and have.
  private var seenOnce: Set<String> = []

  // The state that applies to further segments until it changes.
  var keys = KeyTable()
  var map: MediaInitializationSection?
  var bitrate: Int?

  /// Where the last byte range ended, for one that continues it.
  var lastRange: (uri: String, end: Int)?
  /// The same for partial segments.
  var lastPartRange: (uri: String, end: Int)?
  /// EXT-X-DISCONTINUITY tags so far.
  var discontinuityCount = 0
  /// The latest line that is not blank.
  var lastLine: PlaylistLines.Line?

  init(_ context: ReadingContext, base: MediaPlaylist?) {
    self.context = context
    self.base = base
    playlist = MediaPlaylist(uri: context.uri)
  }

  mutating func read(_ lines: PlaylistLines) throws(PlaylistError) {
    try lines.forEach { line throws(PlaylistError) in
      lastLine = line
      if line.isIndented { context.noteIndentation(of: line) }
      switch line.content {
      case .comment: break
      case .uri: try readURI(line)
      case .tag(let name, let value): try readTag(name, value, line: line.number)
      }
      return true
    }
  }

  private mutating func readTag(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) {
    if name == "EXTM3U" { return }
    if try readSegmentTag(name, value, line: line) {
      isInSegments = true
      return
    }
    if try readPlaylistTag(name, value, line: line) { return }
    if try readLiveTag(name, value, line: line) { return }
    if let cue = try context.cue(name, value, line: line) {
      isInSegments = true
      if context.admitsAnnotation(line: line) { pending.cues.append(cue) }
      return
    }
    if MultivariantPlaylistReader.exclusiveTags.contains(name) {
      context.note(.mixedTags, line: line, "\(name) does not belong into a media playlist")
      return
    }
    guard let tag = context.unknownTag(name, value, line: line) else { return }
    if isInSegments {
      pending.unknownTags.append(tag)
    } else {
      playlist.unknownTags.append(tag)
    }
  }

  /// Whether a tag that may come once has come.
  func hasSeen(_ name: String) -> Bool { seenOnce.contains(name) }

  /// Notes a tag that may come once and has come before.
  mutating func noteRepetition(of name: String, line: Int) {
    guard !seenOnce.insert(name).inserted else { return }
    context.note(.tagRepeated, line: line, "\(name) is there more than once: the last is used")
  }
}

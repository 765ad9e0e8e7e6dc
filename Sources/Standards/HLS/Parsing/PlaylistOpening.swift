/// The start of the bytes: whether they are a playlist, and of which kind.
struct PlaylistOpening {
  /// The tags are those of a multivariant playlist.
  private(set) var isMultivariant = false
  /// The line of `#EXTM3U`; nil where there is none before the first URI.
  private var headerLine: Int?
  private var firstLine: Int?
  private var hasTag = false

  /// Reads the lines up to the first that decides.
  init(_ lines: PlaylistLines) throws(PlaylistError) {
    var isDecided = false
    var foreign: PlaylistLines.Line?
    try lines.forEach { line throws(PlaylistError) in
      firstLine = firstLine ?? line.number
      switch line.content {
      case .comment:
        return true
      case .uri:
        // Some players take a playlist without header, none takes one that starts with a URI.
        if !hasTag { foreign = line }
        return hasTag
      case .tag("EXTM3U", _):
        if !hasTag { headerLine = line.number }
        hasTag = true
      case .tag(let name, _):
        hasTag = hasTag || name == "EXTINF" || name.hasPrefix("EXT-X-")
        isDecided = name == "EXTINF" || name == "EXT-X-STREAM-INF"
        isMultivariant =
          name != "EXTINF"
          && (isMultivariant || MultivariantPlaylistReader.exclusiveTags.contains(name))
      }
      return !isDecided
    }
    if firstLine == nil { throw PlaylistError(.empty, "there is nothing in it") }
    guard hasTag else { throw Self.refusal(foreign) }
  }

  /// Notes what is wrong with the first line.
  func note(into context: inout ReadingContext) {
    guard let headerLine else {
      context.note(.headerMissing, line: firstLine ?? 1, "there is no #EXTM3U: read anyway")
      return
    }
    guard headerLine != firstLine || headerLine != 1 else { return }
    context.note(
      .headerNotFirst,
      line: headerLine,
      "#EXTM3U is not in the first line: players may refuse this"
    )
  }

  private static func refusal(_ line: PlaylistLines.Line?) -> PlaylistError {
    guard let line else { return PlaylistError(.notAPlaylist, "it has comments and no tag") }
    let text = line.text.prefix(16)
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      return PlaylistError(.notAPlaylist, "it is UTF-16, a playlist is UTF-8")
    }
    if text.first == UInt8(ascii: "<") {
      return PlaylistError(
        .notAPlaylist,
        line: line.number,
        "it is a page or an XML document: \(Excerpt.of(line.text))"
      )
    }
    return PlaylistError(
      .notAPlaylist,
      line: line.number,
      "no #EXTM3U or other tag before: \(Excerpt.of(line.text))"
    )
  }
}

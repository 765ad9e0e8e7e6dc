/// A playlist of either kind (RFC 8216, section 2).
public enum Playlist: Sendable, Hashable {
  /// A list of variants and renditions, each with its own media playlist.
  case multivariant(MultivariantPlaylist)
  /// A list of segments.
  case media(MediaPlaylist)

  /// Reads a playlist.
  ///
  ///     let reading = try Playlist.parse(bytes, uri: "https://example.com/live/index.m3u8")
  ///     switch reading.playlist {
  ///     case .multivariant(let playlist): print(playlist.variants)
  ///     case .media(let playlist): print(playlist.segments)
  ///     }
  ///     for fault in reading.faults { print(fault) }
  ///
  /// A byte order mark, CR LF, blank lines, white space at the end of a line and a missing final line end are accepted.
  /// Other violations of the specification that are checked become faults, and reading continues.
  ///
  /// - Parameters:
  ///   - bytes: The whole playlist, UTF-8.
  ///   - uri: The address of `bytes` after redirects: the base of relative URIs, and the source of values for
  ///     EXT-X-DEFINE with QUERYPARAM.
  ///   - variables: The variables of the multivariant playlist that refers to `bytes`, for EXT-X-DEFINE with IMPORT.
  ///   - base: The playlist to which a delta update (EXT-X-SKIP) refers: the last one read from the same address. The
  ///     skipped segments are taken from it.
  ///   - limits: The limits of parsing.
  /// - Returns: The playlist and its faults.
  /// - Throws: ``PlaylistError`` when the bytes are not a playlist or exceed the limits.
  public static func parse(
    _ bytes: [UInt8],
    uri: String,
    variables: [String: String] = [:],
    updating base: MediaPlaylist? = nil,
    limits: PlaylistLimits = PlaylistLimits()
  ) throws(PlaylistError) -> ParsedPlaylist {
    let lines = try PlaylistLines(bytes, limits: limits)
    let opening = try PlaylistOpening(lines)
    var context = ReadingContext(uri: uri, importable: variables, limits: limits)
    opening.note(into: &context)
    let playlist: Playlist
    if opening.isMultivariant {
      var reader = MultivariantPlaylistReader(context)
      try reader.read(lines)
      (playlist, context) = (.multivariant(reader.finish()), reader.context)
    } else {
      var reader = MediaPlaylistReader(context, base: base)
      try reader.read(lines)
      (playlist, context) = (.media(reader.finish()), reader.context)
    }
    return ParsedPlaylist(
      playlist: playlist,
      faults: context.log.faults.sorted { $0.line < $1.line },
      omittedFaultCount: context.log.omittedCount
    )
  }
}

/// The result of reading a playlist.
public struct ParsedPlaylist: Sendable, Hashable {
  /// The playlist that was read.
  public let playlist: Playlist
  /// The faults, in the order of lines.
  public let faults: [PlaylistFault]
  /// The number of faults omitted because of ``PlaylistLimits/faultsPerKind``.
  public let omittedFaultCount: Int
}

/// Decides from the first lines of a text whether it is a playlist, and of which kind.
struct PlaylistOpening {
  private(set) var isMultivariant = false
  /// The line of `#EXTM3U`; nil if it is missing or follows another playlist tag.
  private var headerLine: Int?
  private var firstLine: Int?
  private var hasTag = false

  init(_ lines: PlaylistLines) throws(PlaylistError) {
    var isDecided = false
    var foreign: PlaylistLines.Line?
    try lines.forEach { line throws(PlaylistError) in
      firstLine = firstLine ?? line.number
      switch line.content {
      case .comment:
        return true
      case .uri:
        // A playlist without `#EXTM3U` is accepted, because some players accept it, but not a text that starts with a
        // URI.
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
    if firstLine == nil {
      throw PlaylistError(.empty, "the text is empty or has only white space")
    }
    guard hasTag else { throw Self.refusal(foreign) }
  }

  func note(into context: inout ReadingContext) {
    guard let headerLine else {
      context.note(
        .headerMissing,
        line: firstLine ?? 1,
        "no #EXTM3U before the first tag: the playlist is read anyway"
      )
      return
    }
    guard headerLine != firstLine || headerLine != 1 else { return }
    context.note(
      .headerNotFirst,
      line: headerLine,
      "#EXTM3U is not in the first line: players may refuse the playlist"
    )
  }

  private static func refusal(_ line: PlaylistLines.Line?) -> PlaylistError {
    guard let line else {
      return PlaylistError(.notAPlaylist, "the text has no playlist tag and no URI")
    }
    let text = line.text.prefix(16)
    if text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      return PlaylistError(.notAPlaylist, "the text is UTF-16, but a playlist must be UTF-8")
    }
    if text.first == UInt8(ascii: "<") {
      return PlaylistError(
        .notAPlaylist,
        line: line.number,
        "the text looks like an HTML page or an XML document: \"\(Excerpt.of(line.text))\""
      )
    }
    return PlaylistError(
      .notAPlaylist,
      line: line.number,
      "no #EXTM3U or other tag before this text: \"\(Excerpt.of(line.text))\""
    )
  }
}

/// A playlist of either kind (RFC 8216, section 2).
public enum Playlist: Sendable, Hashable {
  /// Variants and renditions, each with a media playlist of its own.
  case multivariant(MultivariantPlaylist)
  /// Segments.
  case media(MediaPlaylist)

  /// Reads a playlist.
  ///
  ///     let reading = try Playlist.parse(bytes, uri: "https://example.com/live/index.m3u8")
  ///     switch reading.playlist {
  ///     case .multivariant(let playlist): …
  ///     case .media(let playlist): …
  ///     }
  ///     for fault in reading.faults { print(fault) }
  ///
  /// A byte order mark, CR LF, blank lines, white space around lines and a missing final line end are
  /// accepted. Other violations of the specification are faults, and reading continues as in players.
  ///
  /// - Parameters:
  ///   - bytes: The whole playlist, UTF-8.
  ///   - uri: The address of `bytes` after redirects: the base of relative URIs, and the source of
  ///     values for EXT-X-DEFINE with QUERYPARAM.
  ///   - variables: The variables of the multivariant playlist that refers to it, for EXT-X-DEFINE with
  ///     IMPORT.
  ///   - base: The playlist that a delta update (EXT-X-SKIP) refers to: the last one read from the
  ///     same address. The skipped segments are taken from it.
  ///   - limits: How much is read.
  /// - Returns: The playlist, and what is wrong with it.
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

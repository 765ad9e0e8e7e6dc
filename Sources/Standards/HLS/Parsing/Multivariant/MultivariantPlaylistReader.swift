/// Reads the lines of a multivariant playlist (RFC 8216, section 4.3.4).
struct MultivariantPlaylistReader {
  /// The tags that occur only in multivariant playlists.
  static let exclusiveTags: Set<String> = [
    "EXT-X-STREAM-INF", "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA",
    "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING",
  ]

  /// The tags that occur only in media playlists.
  static let foreignTags: Set<String> = [
    "EXTINF", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE",
    "EXT-X-PLAYLIST-TYPE", "EXT-X-ENDLIST", "EXT-X-I-FRAMES-ONLY", "EXT-X-BYTERANGE",
    "EXT-X-DISCONTINUITY", "EXT-X-GAP", "EXT-X-KEY", "EXT-X-MAP", "EXT-X-PROGRAM-DATE-TIME",
    "EXT-X-BITRATE", "EXT-X-DATERANGE", "EXT-X-SERVER-CONTROL", "EXT-X-PART-INF", "EXT-X-PART",
    "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT", "EXT-X-SKIP",
  ]

  var context: ReadingContext
  var playlist: MultivariantPlaylist
  /// The EXT-X-STREAM-INF that still needs its URI.
  private var pending: Variant?
  /// The identifiers of the renditions and session data read so far. They may not be repeated.
  private var seen: Set<[String]> = []
  private var entryCount = 0

  init(_ context: ReadingContext) {
    self.context = context
    playlist = MultivariantPlaylist(uri: context.uri)
  }

  mutating func read(_ lines: PlaylistLines) throws(PlaylistError) {
    try lines.forEach { line throws(PlaylistError) in
      if line.isIndented { context.noteIndentation(of: line) }
      switch line.content {
      case .comment: break
      case .uri: try readURI(line)
      case .tag(let name, let value): try readTag(name, value, line: line.number)
      }
      return true
    }
  }

  mutating func finish() -> MultivariantPlaylist {
    dropPending()
    playlist.variables = context.variables.values
    checkGroups()
    return playlist
  }

  private mutating func readURI(_ line: PlaylistLines.Line) throws(PlaylistError) {
    guard var variant = pending else {
      context.note(
        .variantTagMissing,
        line: line.number,
        "no EXT-X-STREAM-INF before the URI: the URI is ignored"
      )
      return
    }
    pending = nil
    variant.uri = try context.expandedText(line.text, line: line.number)
    playlist.variants.append(variant)
  }

  private mutating func readTag(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) {
    switch name {
    case "EXTM3U": return
    case "EXT-X-VERSION":
      playlist.version = context.version(value, line: line) ?? playlist.version
    case "EXT-X-INDEPENDENT-SEGMENTS": playlist.hasIndependentSegments = true
    case "EXT-X-START":
      playlist.start = try context.startPoint(value, line: line) ?? playlist.start
    case "EXT-X-DEFINE": context.define(try attributes(name, value, line: line))
    case _ where Self.exclusiveTags.contains(name):
      try admitEntry(line: line)
      readEntry(try attributes(name, value, line: line))
    case _ where Self.foreignTags.contains(name):
      context.note(.mixedTags, line: line, "\(name) does not belong in a multivariant playlist")
    default:
      guard let tag = context.unknownTag(name, value, line: line) else { return }
      playlist.unknownTags.append(tag)
    }
  }

  private mutating func readEntry(_ list: AttributeList) {
    switch list.tag {
    case "EXT-X-STREAM-INF":
      dropPending()
      pending = context.variant(list)
    case "EXT-X-I-FRAME-STREAM-INF":
      guard let uri = context.requiredURI(of: list) else { return }
      var variant = context.variant(list)
      variant.uri = uri
      playlist.iFrameVariants.append(variant)
    case "EXT-X-MEDIA":
      let rendition = context.rendition(list)
      noteRepetition([rendition.kind.name, rendition.groupID, rendition.name], of: list)
      playlist.renditions.append(rendition)
    case "EXT-X-SESSION-DATA":
      let data = context.sessionData(list)
      noteRepetition([data.id, data.language ?? ""], of: list)
      playlist.sessionData.append(data)
    case "EXT-X-SESSION-KEY":
      if let key = context.sessionKey(list) { playlist.sessionKeys.append(key) }
    default:
      playlist.contentSteering = context.contentSteering(list) ?? playlist.contentSteering
    }
  }

  private mutating func attributes(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> AttributeList {
    try AttributeReader.read(value, of: name, line: line, into: &context)
  }

  private mutating func admitEntry(line: Int) throws(PlaylistError) {
    entryCount += 1
    guard entryCount > context.limits.entries else { return }
    throw PlaylistError(
      .tooManyEntries,
      line: line,
      "the playlist has more than \(context.limits.entries) variants, renditions and other entries"
    )
  }

  private mutating func dropPending() {
    guard let variant = pending else { return }
    pending = nil
    context.note(
      .variantURIMissing,
      line: variant.line,
      "no URI follows EXT-X-STREAM-INF: the tag is ignored"
    )
  }

  private mutating func noteRepetition(_ identifier: [String], of list: AttributeList) {
    guard !seen.insert([list.tag] + identifier).inserted else { return }
    context.note(
      .entryRepeated,
      line: list.line,
      "\(list.tag) \"\(Excerpt.of(identifier.joined(separator: " ")))\" occurs more than once"
    )
  }

  /// Reports groups that a variant names but no rendition belongs to.
  private mutating func checkGroups() {
    let groups = Set(playlist.renditions.map { [$0.kind.name, $0.groupID] })
    for variant in playlist.variants {
      var named = [("AUDIO", variant.audio), ("VIDEO", variant.video)]
      named.append(("SUBTITLES", variant.subtitles))
      if case .group(let id) = variant.closedCaptions { named.append(("CLOSED-CAPTIONS", id)) }
      for case (let kind, let id?) in named where !groups.contains([kind, id]) {
        context.note(
          .groupUndefined,
          line: variant.line,
          "no EXT-X-MEDIA of type \(kind) has the GROUP-ID \"\(Excerpt.of(id))\""
        )
      }
    }
  }
}

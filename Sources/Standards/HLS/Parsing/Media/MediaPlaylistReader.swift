struct MediaPlaylistReader {
  var context: ReadingContext
  var playlist: MediaPlaylist
  /// The playlist that EXT-X-SKIP refers to.
  let base: MediaPlaylist?
  var pending = PendingSegment()
  /// Whether the first tag or URI of a segment has been read.
  var isInSegments = false
  private var seenOnce: Set<String> = []

  // State that applies to all following segments until it changes.
  var keys = KeyTable()
  var map: MediaInitializationSection?
  var bitrate: Int?

  /// The end of the previous segment's byte range, at which a range without offset starts; nil if the segment has no
  /// range.
  var lastRange: (uri: String, end: Int)?
  /// The position at which a partial segment's range without offset starts; nil if there is none.
  var lastPartRange: (uri: String, end: Int)?
  /// The number of EXT-X-DISCONTINUITY tags and of skipped segments with that tag so far.
  var discontinuityCount = 0
  /// The last line read that is not blank.
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
      context.note(.mixedTags, line: line, "\(name) does not belong in a media playlist")
      return
    }
    guard let tag = context.unknownTag(name, value, line: line) else { return }
    if isInSegments {
      pending.unknownTags.append(tag)
    } else {
      playlist.unknownTags.append(tag)
    }
  }

  func hasSeen(_ name: String) -> Bool { seenOnce.contains(name) }

  /// Reports a repeated tag that may occur only once.
  mutating func noteRepetition(of name: String, line: Int) {
    guard !seenOnce.insert(name).inserted else { return }
    context.note(.tagRepeated, line: line, "\(name) occurs more than once: the last one is used")
  }
}

/// The tags read before the URI of the next segment.
struct PendingSegment {
  /// Whether there was an EXTINF, valid or not.
  var hasInformation = false
  var line = 0
  var duration = 0.0
  var hasDecimalDuration = false
  var title: String?
  var isDiscontinuity = false
  var isGap = false
  /// EXT-X-BYTERANGE; its offset is nil if the tag has no valid one.
  var byteRange: (length: Int, offset: Int?)?
  var programDateTime: Double?
  var cues: [CueMarker] = []
  var dateRanges: [DateRange] = []
  var parts: [PartialSegment] = []
  var unknownTags: [UnknownTag] = []
}

/// The keys in force at a position of a media playlist (RFC 8216, section 4.3.2.4).
struct KeyTable {
  /// One key for each KEYFORMAT, in the order in which the formats appeared.
  private(set) var keys: [EncryptionKey]

  init(_ keys: [EncryptionKey] = []) {
    self.keys = keys
  }

  /// Applies an EXT-X-KEY. The key replaces an earlier key of its KEYFORMAT, and METHOD=NONE removes all keys.
  mutating func apply(
    _ list: AttributeList,
    into context: inout ReadingContext
  ) {
    if context.word("METHOD", of: list) == "NONE" {
      keys = []
      return
    }
    guard let key = context.encryptionKey(list) else { return }
    if let index = keys.firstIndex(where: { $0.keyFormat == key.keyFormat }) {
      keys[index] = key
      return
    }
    guard keys.count < context.limits.keysInForce else {
      context.noteLimit(context.limits.keysInForce, "keys in force at a time", line: list.line)
      return
    }
    keys.append(key)
  }
}

extension ReadingContext {
  /// The key of an EXT-X-KEY or EXT-X-SESSION-KEY with a METHOD other than NONE; nil if METHOD is missing or empty.
  mutating func encryptionKey(_ list: AttributeList) -> EncryptionKey? {
    guard let method = word("METHOD", of: list), !method.isEmpty else {
      noteMissing("METHOD", of: list)
      return nil
    }
    let uri = requiredURI(of: list)
    let format = quotedString("KEYFORMAT", of: list) ?? EncryptionKey.identityFormat
    return EncryptionKey(
      method: EncryptionKey.Method(method),
      uri: uri,
      initializationVector: initializationVector(list),
      keyFormat: format,
      keyFormatVersions: quotedString("KEYFORMATVERSIONS", of: list)
    )
  }

  private mutating func initializationVector(_ list: AttributeList) -> [UInt8]? {
    guard let bytes = hexadecimal("IV", of: list) else { return nil }
    let size = EncryptionKey.vectorSize
    guard bytes.count <= size else {
      note(.attributeInvalid, line: list.line, "\(list.tag): IV has more than \(size) bytes")
      return nil
    }
    return [UInt8](repeating: 0, count: size - bytes.count) + bytes
  }
}

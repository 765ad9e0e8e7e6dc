/// Tags about the playlist as a whole (RFC 8216, sections 4.3.3 and 4.3.5).
extension MediaPlaylistReader {
  /// The maximum sequence number that is accepted. Adding a number of segments to it cannot overflow.
  private static let largestSequence = 1 << 62

  /// Reads a tag about the playlist; returns false for any other tag.
  mutating func readPlaylistTag(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> Bool {
    switch name {
    case "EXT-X-VERSION":
      noteRepetition(of: name, line: line)
      playlist.version = context.version(value, line: line) ?? playlist.version
    case "EXT-X-TARGETDURATION":
      noteRepetition(of: name, line: line)
      playlist.targetDuration = targetDuration(value, line: line)
    case "EXT-X-MEDIA-SEQUENCE":
      playlist.mediaSequence = sequence(name, value, line: line)
    case "EXT-X-DISCONTINUITY-SEQUENCE":
      playlist.discontinuitySequence = sequence(name, value, line: line)
    case "EXT-X-PLAYLIST-TYPE":
      noteRepetition(of: name, line: line)
      playlist.type = type(value, line: line)
    case "EXT-X-ENDLIST":
      playlist.hasEndList = true
    case "EXT-X-I-FRAMES-ONLY":
      playlist.isIFramesOnly = true
    case "EXT-X-INDEPENDENT-SEGMENTS":
      playlist.hasIndependentSegments = true
    case "EXT-X-ALLOW-CACHE":
      playlist.allowsCache = allowsCache(value, line: line)
    case "EXT-X-START":
      noteRepetition(of: name, line: line)
      playlist.start = try context.startPoint(value, line: line) ?? playlist.start
    case "EXT-X-DEFINE":
      let list = try AttributeReader.read(value, of: name, line: line, into: &context)
      context.define(list)
    default:
      return false
    }
    return true
  }

  private mutating func targetDuration(_ value: ArraySlice<UInt8>?, line: Int) -> Int? {
    let value = value ?? []
    if let seconds = DecimalText.integer(value), seconds <= Int(DecimalText.longestDuration) {
      return seconds
    }
    let decimal = DecimalText.number(value).flatMap { $0 >= 0 ? Int($0.rounded(.up)) : nil }
    context.note(
      .targetDurationInvalid,
      line: line,
      "EXT-X-TARGETDURATION is \"\(Excerpt.of(value))\", \(DecimalText.integerFault(value))"
    )
    return decimal
  }

  private mutating func sequence(_ name: String, _ value: ArraySlice<UInt8>?, line: Int) -> Int {
    noteRepetition(of: name, line: line)
    if !playlist.segments.isEmpty {
      context.note(.tagMisplaced, line: line, "\(name) must be before the first segment")
    }
    let value = value ?? []
    guard let number = DecimalText.integer(value), number <= Self.largestSequence else {
      context.note(
        .sequenceInvalid,
        line: line,
        "\(name) is \"\(Excerpt.of(value))\", \(DecimalText.integerFault(value)): taken as 0"
      )
      return 0
    }
    return number
  }

  private mutating func type(_ value: ArraySlice<UInt8>?, line: Int) -> PlaylistType? {
    let text = context.text(value ?? [], line: line)
    if let type = PlaylistType(rawValue: text) { return type }
    context.note(
      .playlistTypeInvalid,
      line: line,
      "EXT-X-PLAYLIST-TYPE is \"\(Excerpt.of(text))\", neither VOD nor EVENT"
    )
    return nil
  }

  private mutating func allowsCache(_ value: ArraySlice<UInt8>?, line: Int) -> Bool? {
    switch context.text(value ?? [], line: line) {
    case "YES": true
    case "NO": false
    default: nil
    }
  }
}

extension ReadingContext {
  /// The value of EXT-X-VERSION (RFC 8216, section 4.3.1.2).
  mutating func version(_ value: ArraySlice<UInt8>?, line: Int) -> Int? {
    if let version = DecimalText.integer(value ?? []) { return version }
    note(
      .versionInvalid,
      line: line,
      "EXT-X-VERSION is \"\(Excerpt.of(value ?? []))\", "
        + DecimalText.integerFault(value ?? [])
    )
    return nil
  }

  /// The value of EXT-X-START (RFC 8216, section 4.3.5.2).
  mutating func startPoint(
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> StartPoint? {
    let list = try AttributeReader.read(value, of: "EXT-X-START", line: line, into: &self)
    if list["TIME-OFFSET"] == nil { noteMissing("TIME-OFFSET", of: list) }
    let isPrecise = flag("PRECISE", of: list)
    return signedNumber("TIME-OFFSET", of: list).map {
      StartPoint(timeOffset: $0, isPrecise: isPrecise)
    }
  }

  mutating func noteIndentation(of line: PlaylistLines.Line) {
    note(.lineIndented, line: line.number, "the line starts with white space")
  }
}

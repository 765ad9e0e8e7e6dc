/// Tags about segments (RFC 8216, section 4.3.2), and their URIs.
extension MediaPlaylistReader {
  /// Reads a tag that applies to the segments after it; returns false for any other tag.
  mutating func readSegmentTag(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> Bool {
    switch name {
    case "EXTINF":
      readInformation(value ?? [], line: line)
    case "EXT-X-BYTERANGE":
      pending.byteRange = context.byteRange(value ?? [], of: name, line: line)
    case "EXT-X-DISCONTINUITY":
      // Two of these tags before one segment count twice in the discontinuity sequence.
      discontinuityCount += 1
      pending.isDiscontinuity = true
    case "EXT-X-GAP":
      pending.isGap = true
    case "EXT-X-KEY":
      keys.apply(try attributes(name, value, line: line), into: &context)
    case "EXT-X-MAP":
      readMap(try attributes(name, value, line: line))
    case "EXT-X-PROGRAM-DATE-TIME":
      let text = context.text(value ?? [], line: line)
      pending.programDateTime = context.date(text, of: name, line: line)
    case "EXT-X-BITRATE":
      readBitrate(value ?? [], line: line)
    case "EXT-X-DATERANGE":
      let list = try attributes(name, value, line: line)
      let range = context.dateRange(list)
      if context.admitsAnnotation(line: line) { pending.dateRanges.append(range) }
    default:
      return false
    }
    return true
  }

  /// Reads the URI of a segment, which completes the segment.
  mutating func readURI(_ line: PlaylistLines.Line) throws(PlaylistError) {
    guard playlist.segments.count < context.limits.segments else {
      throw PlaylistError(
        .tooManySegments,
        line: line.number,
        "the playlist has more than \(context.limits.segments) segments"
      )
    }
    let uri = try context.expandedText(line.text, line: line.number)
    if !pending.hasInformation {
      context.note(
        .informationMissing,
        line: line.number,
        "the segment has no EXTINF: its duration is taken as 0"
      )
    }
    let segment = MediaSegment(
      uri: uri,
      duration: pending.duration,
      hasDecimalDuration: pending.hasDecimalDuration,
      title: pending.title,
      mediaSequenceNumber: 0,
      discontinuitySequenceNumber: discontinuityCount,
      isDiscontinuity: pending.isDiscontinuity,
      isGap: pending.isGap,
      byteRange: byteRange(of: uri, line: line.number),
      map: map,
      keys: keys.keys,
      programDateTime: pending.programDateTime,
      startDate: nil,
      bitrate: pending.byteRange == nil ? bitrate : nil,
      cues: pending.cues,
      dateRanges: pending.dateRanges,
      parts: pending.parts,
      unknownTags: pending.unknownTags,
      line: line.number
    )
    playlist.segments.append(segment)
    pending = PendingSegment()
    isInSegments = true
  }

  private mutating func attributes(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> AttributeList {
    try AttributeReader.read(value, of: name, line: line, into: &context)
  }

  /// Reads `duration,title`. The comma may be missing, and a space may follow the duration.
  private mutating func readInformation(_ value: ArraySlice<UInt8>, line: Int) {
    if pending.hasInformation {
      context.note(
        .segmentURIMissing,
        line: pending.line,
        "no URI follows EXTINF: the next EXTINF replaces it"
      )
    }
    pending.hasInformation = true
    pending.line = line
    let number = value.prefix { $0 != UInt8(ascii: ",") && !ASCIISpace.contains($0) }
    let title = value[number.endIndex...].drop { $0 != UInt8(ascii: ",") }.dropFirst()
    let trimmed = ASCIISpace.trim(title)
    pending.title = trimmed.isEmpty ? nil : context.text(trimmed, line: line)
    if let duration = DecimalText.number(number), duration >= 0 {
      pending.duration = duration
      pending.hasDecimalDuration = number.contains(UInt8(ascii: "."))
      return
    }
    pending.duration = 0
    pending.hasDecimalDuration = false
    context.note(
      .informationInvalid,
      line: line,
      "the duration of EXTINF is \"\(Excerpt.of(number))\", not a usable duration: taken as 0"
    )
  }

  private mutating func readMap(_ list: AttributeList) {
    guard let uri = context.requiredURI(of: list) else { return }
    var range: ByteRange?
    if let text = context.quotedString("BYTERANGE", of: list),
      let (length, offset) = context.byteRange(Array(text.utf8)[...], of: list.tag, line: list.line)
    {
      range = context.byteRange(length: length, offset: offset ?? 0, line: list.line)
    }
    map = MediaInitializationSection(uri: uri, byteRange: range, keys: keys.keys)
  }

  private mutating func readBitrate(_ value: ArraySlice<UInt8>, line: Int) {
    bitrate = DecimalText.integer(value)
    guard bitrate == nil else { return }
    context.note(
      .bitrateInvalid,
      line: line,
      "EXT-X-BITRATE is \"\(Excerpt.of(value))\", \(DecimalText.integerFault(value))"
    )
  }

  /// The pending segment's byte range in the resource at `uri`; nil means the whole resource.
  private mutating func byteRange(of uri: String, line: Int) -> ByteRange? {
    guard let (length, offset) = pending.byteRange else {
      lastRange = nil
      return nil
    }
    let start = offset ?? context.continuedOffset(of: lastRange, uri, line: line)
    let range = context.byteRange(length: length, offset: start, line: line)
    lastRange = range.map { (uri, $0.end) }
    return range
  }
}

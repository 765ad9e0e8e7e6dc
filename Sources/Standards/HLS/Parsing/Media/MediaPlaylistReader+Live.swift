/// Tags for low latency and delta updates (rfc8216bis, sections 4.4.3.7, 4.4.3.8, 4.4.4.9, 4.4.5).
extension MediaPlaylistReader {
  /// Reads a tag for low latency or delta updates; returns false for any other tag.
  mutating func readLiveTag(
    _ name: String,
    _ value: ArraySlice<UInt8>?,
    line: Int
  ) throws(PlaylistError) -> Bool {
    let read: (inout MediaPlaylistReader, AttributeList) throws(PlaylistError) -> Void
    switch name {
    case "EXT-X-SERVER-CONTROL": read = { $0.readServerControl($1) }
    case "EXT-X-PART-INF": read = { $0.readPartInformation($1) }
    case "EXT-X-PART": read = { $0.readPart($1) }
    case "EXT-X-PRELOAD-HINT": read = { $0.readPreloadHint($1) }
    case "EXT-X-RENDITION-REPORT": read = { $0.readRenditionReport($1) }
    case "EXT-X-SKIP":
      read = { (reader, list) throws(PlaylistError) in try reader.readSkip(list) }
    default: return false
    }
    let list = try AttributeReader.read(value, of: name, line: line, into: &context)
    try read(&self, list)
    return true
  }

  private mutating func readServerControl(_ list: AttributeList) {
    noteRepetition(of: list.tag, line: list.line)
    playlist.serverControl = ServerControl(
      canBlockReload: context.flag("CAN-BLOCK-RELOAD", of: list),
      canSkipUntil: context.duration("CAN-SKIP-UNTIL", of: list),
      canSkipDateRanges: context.flag("CAN-SKIP-DATERANGES", of: list),
      holdBack: context.duration("HOLD-BACK", of: list),
      partHoldBack: context.duration("PART-HOLD-BACK", of: list)
    )
  }

  private mutating func readPartInformation(_ list: AttributeList) {
    noteRepetition(of: list.tag, line: list.line)
    if list["PART-TARGET"] == nil { context.noteMissing("PART-TARGET", of: list) }
    playlist.partTarget = context.duration("PART-TARGET", of: list)
  }

  private mutating func readPart(_ list: AttributeList) {
    isInSegments = true
    guard let uri = context.requiredURI(of: list) else { return }
    if list["DURATION"] == nil { context.noteMissing("DURATION", of: list) }
    let part = PartialSegment(
      uri: uri,
      duration: context.duration("DURATION", of: list) ?? 0,
      byteRange: partRange(list, uri: uri),
      isIndependent: context.flag("INDEPENDENT", of: list),
      isGap: context.flag("GAP", of: list),
      line: list.line
    )
    if context.admitsAnnotation(line: list.line) { pending.parts.append(part) }
  }

  private mutating func partRange(_ list: AttributeList, uri: String) -> ByteRange? {
    guard let text = context.quotedString("BYTERANGE", of: list) else {
      lastPartRange = nil
      return nil
    }
    guard
      let (length, offset) = context.byteRange(Array(text.utf8)[...], of: list.tag, line: list.line)
    else { return nil }
    let start = offset ?? context.continuedOffset(of: lastPartRange, uri, line: list.line)
    let range = context.byteRange(length: length, offset: start, line: list.line)
    lastPartRange = range.map { (uri, $0.end) }
    return range
  }

  private mutating func readPreloadHint(_ list: AttributeList) {
    guard let uri = context.requiredURI(of: list) else { return }
    let type = context.word("TYPE", of: list) ?? ""
    if type.isEmpty { context.noteMissing("TYPE", of: list) }
    let kind: PreloadHint.Kind =
      switch type {
      case "PART": .part
      case "MAP": .map
      default: .other(type)
      }
    let hint = PreloadHint(
      kind: kind,
      uri: uri,
      start: context.integer("BYTERANGE-START", of: list) ?? 0,
      length: context.integer("BYTERANGE-LENGTH", of: list),
      line: list.line
    )
    if context.admitsAnnotation(line: list.line) { playlist.preloadHints.append(hint) }
  }

  private mutating func readRenditionReport(_ list: AttributeList) {
    guard let uri = context.requiredURI(of: list) else { return }
    let report = RenditionReport(
      uri: uri,
      lastMediaSequenceNumber: context.integer("LAST-MSN", of: list),
      lastPart: context.integer("LAST-PART", of: list),
      line: list.line
    )
    if context.admitsAnnotation(line: list.line) { playlist.renditionReports.append(report) }
  }
}

/// EXT-X-SKIP in delta updates, which leave out older segments (rfc8216bis, section 4.4.5.2).
extension MediaPlaylistReader {
  /// Takes the skipped segments from the previous playlist, and continues with the state after the last of them. If the
  /// previous playlist does not have all of them, all are counted as missing.
  mutating func readSkip(_ list: AttributeList) throws(PlaylistError) {
    guard let count = context.integer("SKIPPED-SEGMENTS", of: list) else {
      if list["SKIPPED-SEGMENTS"] == nil { context.noteMissing("SKIPPED-SEGMENTS", of: list) }
      return
    }
    guard playlist.segments.isEmpty, playlist.missingSkippedCount == 0 else {
      context.note(
        .tagMisplaced,
        line: list.line,
        "\(list.tag) must be before the first segment: the tag is ignored"
      )
      return
    }
    guard count <= context.limits.segments else {
      throw PlaylistError(
        .tooManySegments,
        line: list.line,
        "the tag skips \(count) segments, but at most \(context.limits.segments) are allowed"
      )
    }
    let first = playlist.mediaSequence
    guard let skipped = base?.segments(numbered: first..<first + count) else {
      playlist.missingSkippedCount = count
      context.note(
        .skippedSegmentsUnknown,
        line: list.line,
        "\(list.tag) skips \(count) segments, but no previous playlist has all of them"
      )
      return
    }
    let removed = context.quotedString("RECENTLY-REMOVED-DATERANGES", of: list) ?? ""
    take(skipped, without: Set(removed.split(separator: "\t").map(String.init)), list)
  }

  private mutating func take(
    _ skipped: ArraySlice<MediaSegment>,
    without removedDateRanges: Set<String>,
    _ list: AttributeList
  ) {
    for var segment in skipped {
      if segment.isDiscontinuity { discontinuityCount += 1 }
      segment.discontinuitySequenceNumber = discontinuityCount
      segment.dateRanges.removeAll { removedDateRanges.contains($0.id) }
      segment.line = list.line
      playlist.segments.append(segment)
    }
    guard let last = skipped.last else { return }
    keys = KeyTable(last.keys)
    map = last.map
    bitrate = last.bitrate
    lastRange = last.byteRange.map { (last.uri, $0.end) }
    isInSegments = true
  }
}

extension MediaPlaylist {
  /// The segments with these media sequence numbers; nil if the playlist does not have all of them.
  func segments(numbered numbers: Range<Int>) -> ArraySlice<MediaSegment>? {
    guard !numbers.isEmpty else { return [] }
    guard let first = segments.first?.mediaSequenceNumber, first <= numbers.lowerBound,
      numbers.upperBound - first <= segments.count
    else { return nil }
    return segments[(numbers.lowerBound - first)..<(numbers.upperBound - first)]
  }
}

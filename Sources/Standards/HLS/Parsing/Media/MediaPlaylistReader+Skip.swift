/// Delta updates: segments that are not listed again (rfc8216bis, section 4.4.5.2).
extension MediaPlaylistReader {
  /// Takes the skipped segments from the playlist before, and continues with what applied to the last
  /// of them. Without them the playlist says how many are missing.
  mutating func readSkip(_ list: AttributeList) throws(PlaylistError) {
    noteRepetition(of: list.tag, line: list.line)
    guard let count = context.integer("SKIPPED-SEGMENTS", of: list) else {
      if list["SKIPPED-SEGMENTS"] == nil { context.noteMissing("SKIPPED-SEGMENTS", of: list) }
      return
    }
    guard playlist.segments.isEmpty, playlist.missingSkippedCount == 0 else {
      context.note(
        .tagMisplaced,
        line: list.line,
        "\(list.tag) must be before the first segment: it is ignored"
      )
      return
    }
    guard count <= context.limits.segments else {
      throw PlaylistError(
        .tooManySegments,
        line: list.line,
        "\(count) segments are skipped, only \(context.limits.segments) are allowed"
      )
    }
    let first = playlist.mediaSequence
    guard let skipped = base?.segments(numbered: first..<first + count) else {
      playlist.missingSkippedCount = count
      context.note(
        .skippedSegmentsUnknown,
        line: list.line,
        "\(count) segments are skipped that have not been read before"
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
  /// The segments with these media sequence numbers; nil unless all are there.
  func segments(numbered numbers: Range<Int>) -> ArraySlice<MediaSegment>? {
    guard !numbers.isEmpty else { return [] }
    guard let first = segments.first?.mediaSequenceNumber, first <= numbers.lowerBound,
      numbers.upperBound - first <= segments.count
    else { return nil }
    return segments[(numbers.lowerBound - first)..<(numbers.upperBound - first)]
  }
}

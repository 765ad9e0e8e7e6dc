extension MediaPlaylistReader {
  /// Completes the playlist after the last line: numbers and dates the segments, and checks the whole playlist.
  mutating func finish() -> MediaPlaylist {
    if pending.hasInformation {
      context.note(.segmentURIMissing, line: pending.line, "no URI follows EXTINF")
    }
    playlist.trailingParts = pending.parts
    playlist.trailingCues = pending.cues
    playlist.trailingDateRanges = pending.dateRanges
    playlist.unknownTags += pending.unknownTags
    playlist.variables = context.variables.values
    numberSegments()
    dateSegments()
    playlist.unfinishedSegment = unfinishedSegment()
    checkDurations()
    checkDateRanges()
    checkEnd()
    return playlist
  }

  /// Checks that a playlist of type VOD has EXT-X-ENDLIST (RFC 8216, section 6.2.1). If not, it was probably cut.
  private mutating func checkEnd() {
    guard playlist.type == .videoOnDemand, !playlist.hasEndList, let lastLine else { return }
    context.note(
      .endMarkMissing,
      line: lastLine.number,
      "the playlist ends with \"\(Excerpt.of(lastLine.text))\" and without EXT-X-ENDLIST, which "
        + "EXT-X-PLAYLIST-TYPE:VOD requires: the playlist was cut, or its end mark was left out"
    )
  }

  /// The segment whose URI is not listed yet (rfc8216bis, section 4.4.4.9).
  private func unfinishedSegment() -> MediaSegment? {
    guard let first = pending.parts.first else { return nil }
    return MediaSegment(
      uri: first.uri,
      duration: pending.parts.reduce(0) { $0 + $1.duration },
      hasDecimalDuration: true,
      title: nil,
      mediaSequenceNumber: playlist.nextMediaSequenceNumber,
      discontinuitySequenceNumber: playlist.discontinuitySequence + discontinuityCount,
      isDiscontinuity: pending.isDiscontinuity,
      isGap: pending.isGap,
      byteRange: nil,
      map: map,
      keys: keys.keys,
      programDateTime: pending.programDateTime,
      startDate: pending.programDateTime ?? playlist.segments.last?.endDate,
      bitrate: bitrate,
      cues: pending.cues,
      dateRanges: pending.dateRanges,
      parts: pending.parts,
      unknownTags: pending.unknownTags,
      line: first.line
    )
  }

  private mutating func numberSegments() {
    let first = playlist.mediaSequence + playlist.missingSkippedCount
    for index in playlist.segments.indices {
      playlist.segments[index].mediaSequenceNumber = first + index
      playlist.segments[index].discontinuitySequenceNumber += playlist.discontinuitySequence
    }
  }

  /// Dates the segments forward from each EXT-X-PROGRAM-DATE-TIME, and backward from the first. Segments that a delta
  /// update skipped keep their dates, because their EXT-X-PROGRAM-DATE-TIME may have left the window.
  private mutating func dateSegments() {
    let dates = playlist.segments.lazy.map { $0.programDateTime ?? $0.startDate }
    guard let anchor = dates.firstIndex(where: { $0 != nil }), let first = dates[anchor] else {
      return
    }
    var date = first
    for index in anchor..<playlist.segments.endIndex {
      date = playlist.segments[index].programDateTime ?? playlist.segments[index].startDate ?? date
      playlist.segments[index].startDate = date
      date += playlist.segments[index].duration
    }
    date = first
    for index in (0..<anchor).reversed() {
      date -= playlist.segments[index].duration
      playlist.segments[index].startDate = date
    }
  }

  private mutating func checkDurations() {
    guard let target = playlist.targetDuration else {
      // An unreadable EXT-X-TARGETDURATION has already been reported.
      if !hasSeen("EXT-X-TARGETDURATION") {
        context.note(.targetDurationMissing, line: 1, "no EXT-X-TARGETDURATION")
      }
      return
    }
    for segment in playlist.segments
    where Int(segment.duration.rounded(.toNearestOrAwayFromZero)) > target {
      context.note(
        .segmentTooLong,
        line: segment.line,
        "the segment lasts \(segment.duration) s, but the target duration is \(target) s"
      )
    }
  }
}

/// Checks of EXT-X-DATERANGE tags, alone and together with tags of the same ID (rfc8216bis, section 4.4.5.1).
extension MediaPlaylistReader {
  private static let tag = "EXT-X-DATERANGE"

  mutating func checkDateRanges() {
    let tags = playlist.dateRangeTags.map(\.range)
    guard let first = tags.first else { return }
    if !playlist.segments.contains(where: { $0.startDate != nil }),
      playlist.unfinishedSegment?.programDateTime == nil
    {
      note(
        first.line,
        "needs EXT-X-PROGRAM-DATE-TIME in the playlist: players ignore the date range, and id3tap "
          + "uses the start of the next segment"
      )
    }
    var known: [String: DateRange] = [:]
    for tag in tags where !tag.id.isEmpty {
      guard let earlier = known[tag.id] else {
        known[tag.id] = tag
        continue
      }
      let names = tag.differences(from: earlier)
      if !names.isEmpty {
        note(
          tag.line,
          "with ID \"\(tag.id)\" differs from the tag in line \(earlier.line) in "
            + "\(names.joined(separator: ", ")): players keep the first value"
        )
      }
      known[tag.id]?.complete(from: tag)
    }
    for range in playlist.dateRanges {
      checkConsistency(of: range)
      // Other faults of the tag have already been reported. The tag that ends a range may stay in the playlist longer
      // than the tag that starts it.
      if range.startDate == nil, range.endDate == nil,
        range.scte35In == nil || range.scte35Out != nil,
        !context.log.faults.contains(where: { $0.line == range.line })
      {
        note(range.line, "has no START-DATE: id3tap uses the start of the next segment")
      }
    }
  }

  private mutating func checkConsistency(of range: DateRange) {
    if let start = range.startDate, let end = range.endDate, end < start {
      note(range.line, "END-DATE is before START-DATE", after: ": ")
    }
    if let start = range.startDate, let end = range.endDate, let duration = range.duration,
      abs(start + duration - end) > 0.001
    {
      note(range.line, "END-DATE is not START-DATE plus DURATION", after: ": ")
    }
    guard range.endsOnNext else { return }
    if range.dateRangeClass == nil { note(range.line, "END-ON-NEXT needs a CLASS", after: ": ") }
    if range.duration != nil || range.endDate != nil {
      note(range.line, "END-ON-NEXT excludes DURATION and END-DATE", after: ": ")
    }
  }

  private mutating func note(_ line: Int, _ words: String, after separator: String = " ") {
    context.note(.dateRangeInconsistent, line: line, Self.tag + separator + words)
  }
}

extension DateRange {
  /// The names of the attributes that both tags have, but with different values.
  package func differences(from other: DateRange) -> [String] {
    func differ<Value: Equatable>(_ path: KeyPath<DateRange, Value?>) -> Bool {
      guard let own = self[keyPath: path], let others = other[keyPath: path] else { return false }
      return own != others
    }
    let names: [(String, Bool)] = [
      ("CLASS", differ(\.dateRangeClass)), ("START-DATE", differ(\.startDate)),
      ("CUE", !cues.isEmpty && !other.cues.isEmpty && cues != other.cues),
      ("END-DATE", differ(\.endDate)), ("DURATION", differ(\.duration)),
      ("PLANNED-DURATION", differ(\.plannedDuration)), ("SCTE35-CMD", differ(\.scte35Command)),
      ("SCTE35-OUT", differ(\.scte35Out)), ("SCTE35-IN", differ(\.scte35In)),
    ]
    let others = Dictionary(other.otherAttributes.map { ($0.name, $0.value) }) { first, _ in first }
    return names.filter(\.1).map(\.0)
      + otherAttributes.filter { others[$0.name] != nil && others[$0.name] != $0.value }.map(\.name)
  }
}

extension MediaPlaylistReader {
  /// The playlist, after the last line: numbers and dates the segments, and checks the whole
  /// playlist.
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

  /// A playlist of type VOD has its last segment, and must say so (RFC 8216, section 6.2.1). Without the
  /// mark it is likely that a part of it did not arrive.
  private mutating func checkEnd() {
    guard playlist.type == .videoOnDemand, !playlist.hasEndList, let lastLine else { return }
    context.note(
      .endMarkMissing,
      line: lastLine.number,
      "the playlist ends with \"\(Excerpt.of(lastLine.text))\" and without EXT-X-ENDLIST, which "
        + "EXT-X-PLAYLIST-TYPE:VOD requires: it was cut, or the end mark was left out"
    )
  }

  /// The segment whose URI is not there yet (rfc8216bis, section 4.4.4.9).
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

  /// Counts dates on from each EXT-X-PROGRAM-DATE-TIME, and back from the first. Segments that a
  /// delta update skipped keep their dates: the tag they came from may have left the window.
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
      // A value that could not be read has its own fault.
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
        "the segment lasts \(segment.duration) s, the target duration is \(target) s"
      )
    }
  }
}

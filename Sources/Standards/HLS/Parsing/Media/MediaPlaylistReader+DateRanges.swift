/// What EXT-X-DATERANGE demands of a playlist, and of all tags with one ID (rfc8216bis, section 4.4.5.1).
extension MediaPlaylistReader {
  private static let tag = "EXT-X-DATERANGE"

  /// Checks the date ranges, after the last line.
  mutating func checkDateRanges() {
    let tags = playlist.dateRangeTags.map(\.range)
    guard let first = tags.first else { return }
    if !playlist.segments.contains(where: { $0.startDate != nil }),
      playlist.unfinishedSegment?.programDateTime == nil
    {
      note(
        first.line,
        "needs EXT-X-PROGRAM-DATE-TIME in the playlist: players ignore it, and its time here is that of the segment after it"
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
          "with ID \(tag.id) has another \(names.joined(separator: ", ")) than the tag in line \(earlier.line): players keep the first"
        )
      }
      known[tag.id]?.complete(from: tag)
    }
    for range in playlist.dateRanges {
      checkConsistency(of: range)
      // Where something else is wrong with the tag, that has been said. The tag that ends a range may have outlived the one
      // with its start.
      if range.startDate == nil, range.endDate == nil,
        range.scte35In == nil || range.scte35Out != nil,
        !context.log.faults.contains(where: { $0.line == range.line })
      {
        note(range.line, "has no START-DATE: its time here is that of the segment after it")
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
      note(range.line, "END-DATE is not START-DATE and DURATION", after: ": ")
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
  /// The names of the attributes that both tags have, with other values.
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

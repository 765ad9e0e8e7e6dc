extension MediaPlaylist {
  /// All date ranges in the order in which they first appear. Tags with the same ID are one range:
  /// each attribute is taken from the first tag that has it (rfc8216bis, section 4.4.5.1).
  public var dateRanges: [DateRange] {
    var ranges: [DateRange] = []
    var indices: [String: Int] = [:]
    for (range, _) in dateRangeTags {
      if let index = indices[range.id], !range.id.isEmpty {
        ranges[index].complete(from: range)
      } else {
        indices[range.id] = ranges.count
        ranges.append(range)
      }
    }
    let starts = DateRangeStarts(ranges)
    for index in ranges.indices { ranges[index].nextStart = starts.next(after: ranges[index]) }
    return ranges
  }

  /// Each EXT-X-DATERANGE in the order of the lines, with the media sequence number of the segment after it; nil after the last
  /// one.
  package var dateRangeTags: [(range: DateRange, segment: Int?)] {
    segments.flatMap { segment in
      segment.dateRanges.map { ($0, segment.mediaSequenceNumber) }
    } + trailingDateRanges.map { ($0, nil) }
  }
}

/// The START-DATEs of date ranges by class: a range with END-ON-NEXT ends at the next of its class (rfc8216bis, section
/// 4.4.5.1).
package struct DateRangeStarts {
  private var starts: [String: [Double]] = [:]

  /// The starts of `ranges`, if one of them ends at the next.
  package init(_ ranges: some Collection<DateRange>) {
    guard ranges.contains(where: \.endsOnNext) else { return }
    for range in ranges {
      guard let name = range.dateRangeClass, let start = range.startDate else { continue }
      starts[name, default: []].append(start)
    }
    for name in starts.keys { starts[name]?.sort() }
  }

  /// START-DATE of the next range of the class of a range with END-ON-NEXT, in Unix seconds; nil without one.
  package func next(after range: DateRange) -> Double? {
    guard range.endsOnNext, let start = range.startDate,
      let others = range.dateRangeClass.flatMap({ starts[$0] })
    else { return nil }
    var bounds = others.indices
    while !bounds.isEmpty {
      let middle = bounds.lowerBound + bounds.count / 2
      bounds =
        others[middle] > start
        ? bounds.lowerBound..<middle : middle + 1..<bounds.upperBound
    }
    return bounds.lowerBound < others.count ? others[bounds.lowerBound] : nil
  }
}

extension DateRange {
  /// Attributes that a range may collect from its tags: more than any use, and a bound for hostile
  /// playlists that repeat one ID.
  private static let attributeLimit = 128

  /// Takes from `other`, another tag with the same ID, what is absent here.
  package mutating func complete(from other: DateRange) {
    dateRangeClass = dateRangeClass ?? other.dateRangeClass
    startDate = startDate ?? other.startDate
    if cues.isEmpty { cues = other.cues }
    endDate = endDate ?? other.endDate
    duration = duration ?? other.duration
    plannedDuration = plannedDuration ?? other.plannedDuration
    endsOnNext = endsOnNext || other.endsOnNext
    scte35Command = scte35Command ?? other.scte35Command
    scte35Out = scte35Out ?? other.scte35Out
    scte35In = scte35In ?? other.scte35In
    let names = Set(otherAttributes.map(\.name))
    let room = max(0, Self.attributeLimit - otherAttributes.count)
    otherAttributes += other.otherAttributes.filter { !names.contains($0.name) }.prefix(room)
  }
}

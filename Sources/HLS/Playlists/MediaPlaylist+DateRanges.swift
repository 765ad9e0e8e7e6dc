extension MediaPlaylist {
  /// All date ranges in the order in which they first appear. Tags with the same ID are one range:
  /// each attribute is taken from the first tag that has it (rfc8216bis, section 4.4.5.1).
  public var dateRanges: [DateRange] {
    var ranges: [DateRange] = []
    var indices: [String: Int] = [:]
    for range in segments.lazy.flatMap(\.dateRanges) { Self.add(range, to: &ranges, &indices) }
    for range in trailingDateRanges { Self.add(range, to: &ranges, &indices) }
    return ranges
  }

  private static func add(
    _ range: DateRange,
    to ranges: inout [DateRange],
    _ indices: inout [String: Int]
  ) {
    if let index = indices[range.id], !range.id.isEmpty {
      ranges[index].complete(from: range)
      return
    }
    indices[range.id] = ranges.count
    ranges.append(range)
  }
}

extension DateRange {
  /// Attributes that a range may collect from its tags: more than any use, and a bound for hostile
  /// playlists that repeat one ID.
  private static let attributeLimit = 128

  /// Takes from `other` what is absent here.
  mutating func complete(from other: DateRange) {
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

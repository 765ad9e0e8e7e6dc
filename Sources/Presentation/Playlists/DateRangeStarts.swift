import HLS

/// Where the date ranges of a playlist start: of several tags of one range only one has to say so
/// (RFC 8216, 4.3.2.7).
struct DateRangeStarts {
  private var dates: [String: Double] = [:]

  init(_ playlist: MediaPlaylist) {
    for segment in playlist.segments {
      for range in segment.dateRanges { add(range) }
    }
    for range in playlist.trailingDateRanges { add(range) }
  }

  private mutating func add(_ range: DateRange) {
    guard let date = range.startDate, !range.id.isEmpty, dates[range.id] == nil else { return }
    dates[range.id] = date
  }

  /// The start of a range in Unix seconds; nil where no tag has it.
  func start(of range: DateRange) -> Double? { range.startDate ?? dates[range.id] }

  /// The end of a range in Unix seconds; nil where it is not known.
  func end(of range: DateRange) -> Double? {
    if let end = range.end { return end }
    guard let start = start(of: range), let duration = range.duration else { return nil }
    return start + duration
  }
}

import HLS

/// The starts of the date ranges of a playlist: if several tags describe one range, only one of
/// them must have START-DATE (RFC 8216, 4.3.2.7).
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

  /// The start of a range in Unix seconds; nil if no tag has it.
  func start(of range: DateRange) -> Double? { range.startDate ?? dates[range.id] }

  /// The end of a range in Unix seconds; nil if it is unknown.
  func end(of range: DateRange) -> Double? {
    if let end = range.end { return end }
    guard let start = start(of: range), let duration = range.duration else { return nil }
    return start + duration
  }
}

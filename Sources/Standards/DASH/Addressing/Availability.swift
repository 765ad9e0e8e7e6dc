/// The segments that are available at a time (5.3.9.5.3).
extension MediaPresentation {
  /// The positions of the segments that are available at a time.
  ///
  /// A static presentation has all of them, and so does one whose manifest lists each segment. Otherwise a segment is
  /// available from its end, or earlier by the availability time offset, for as long as it is in the time shift
  /// buffer.
  /// - Parameters:
  ///   - representation: A Representation of the Period.
  ///   - period: A Period of the presentation.
  ///   - now: Unix seconds by the clock of the server.
  /// - Returns: The positions. Empty if the Period is early available or has not started. If a static presentation has
  ///   no known end, the range has no end either: request one segment after another until one is not found.
  package func availableSegments(
    of representation: Representation,
    in period: Period,
    at now: Double
  ) -> Range<Int> {
    let segments = representation.segments
    guard let start = period.start else { return 0..<0 }
    if kind == .static { return 0..<(segments.count ?? .max) }
    if segments.isListed, let count = segments.count { return 0..<count }
    guard let anchor = availabilityStartTime else { return 0..<(segments.count ?? 0) }
    let offset = segments.availabilityTimeOffset
    // With an infinite offset all segments are available; without an end, those that have started.
    let moment = min(now, availabilityEndTime ?? now) - anchor - start
    let isOpen = segments.count == nil
    let upper: Int
    if offset == .infinity, moment >= 0 {
      upper = isOpen ? segments.count(endingBy: moment) + 1 : segments.count ?? 0
    } else {
      upper = moment.isFinite && offset.isFinite ? segments.count(endingBy: moment + offset) : 0
    }
    guard let depth = timeShiftBufferDepth else { return 0..<upper }
    return min(segments.count(endingBy: moment - depth), upper)..<upper
  }
}

extension RepresentationSegments {
  /// The number of segments that end at or before a time, in seconds from the start of the Period.
  func count(endingBy seconds: Double) -> Int {
    let ticks = seconds * Double(timescale)
    guard ticks.isFinite else { return ticks > 0 ? count ?? 0 : 0 }
    return runs.count(endingBy: ticks + Double(presentationTimeOffset))
  }
}

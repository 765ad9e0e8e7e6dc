import DASH

extension MediaPresentation {
  /// Segments whose starts differ by at most this are the same, in seconds.
  private static let tolerance = 0.001

  /// The segments of one Period that have become available, and the number of segments before them
  /// that were missed.
  func newSegments(
    of part: ManifestRendition.Part,
    after last: PlannedSegment?,
    now: Double,
    limit: Int
  ) -> (segments: [Segment], missed: Int) {
    let description = part.representation.segments
    let range = availableSegments(of: part.representation, in: part.period, at: now)
    guard !range.isEmpty, range.upperBound < Int.max else { return ([], 0) }
    var found: [Segment] = []
    let length = part.period.duration ?? .infinity
    for position in range.reversed() {
      guard found.count < limit, let segment = description[position] else { break }
      if let last, part.start + segment.secondsInPeriod <= last.start + Self.tolerance,
        !part.continues(with: segment, after: last)
      {
        break
      }
      if segment.secondsInPeriod < length { found.append(segment) }
    }
    found.reverse()
    guard let last, found.count == range.count, let first = found.first,
      let duration = first.durationSeconds, duration > 0, last.start >= part.start
    else { return (found, 0) }
    // The time shift buffer has moved past the last planned segment.
    let gap = part.start + first.secondsInPeriod - last.start - duration
    return (found, Int(min(max(gap / duration, 0), 1e6).rounded()))
  }
}

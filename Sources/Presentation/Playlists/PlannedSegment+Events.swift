import TimedMetadata

extension PlannedSegment {
  /// The markers at the segment, in the rendition's own time: at their date if they have one, or else at the start.
  func markers(at start: Double, wallClockAtZero: Double?) -> [TimelineMarker] {
    markers.map { marker in
      var marker = marker
      marker.segment = uri
      marker.time = start
      if let date = marker.wallClock, let zero = wallClockAtZero {
        marker.time = date - zero
      } else if let zero = wallClockAtZero {
        marker.wallClock = start + zero
      }
      return marker
    }
  }
}

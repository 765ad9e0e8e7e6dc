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

  /// A tag or a note from the bytes before the segment's media: at the start of the segment, with its position in the
  /// file.
  func place(
    _ event: TimedMetadataEvent,
    at start: Double,
    wallClockAtZero: Double?
  ) -> TimedMetadataEvent {
    let fileOffset = byteRange?.lowerBound ?? 0
    switch event {
    case .tag(var tag):
      tag.segment = uri
      tag.mediaSequence = mediaSequenceNumber
      tag.offset = tag.offset.map { $0 + fileOffset }
      tag.time = start
      tag.wallClock = wallClockAtZero.map { $0 + start }
      return .tag(tag)
    case .note(var note):
      note.segment = uri
      note.offset = note.offset.map { $0 + fileOffset }
      note.time = start
      return .note(note)
    case .marker, .segment, .end:
      return event
    }
  }
}

import TimedMetadata

extension SegmentSource {
  /// Skips a segment that is not read.
  func pass(_ segment: PlannedSegment, _ failure: TimedMetadataError? = nil) {
    isInHole = true
    wallClock.take(segment, at: now)
    wallClock.interrupt()
    var unread = SegmentReport(segment, start: now, wallClockAtZero: wallClock.atZero)
    unread.isComplete = false
    unread.failure = failure?.reason
    unread.allowance = failure.flatMap { $0.isForbidden ? $0.remedy : nil }
    reports.pass(unread)
    // Within a run the segments before it wait for their tags.
    if !isInRun { deliver(reports.takeAll()) }
    deliverMarkers(segment, at: now)
    now += segment.duration
  }

  func noteHole(before segment: PlannedSegment) {
    guard segment.missedBefore > 0 else { return }
    isInHole = true
    wallClock.interrupt()
    let missed = Double(segment.missedBefore) * segment.duration
    now += missed
    note(.missedSegments(before: segment, seconds: missed))
  }

  func note(missing segment: PlannedSegment, _ error: TimedMetadataError) {
    if firstFailure == nil { firstFailure = error }
    note(.missing(segment, error))
  }

  /// Reports that fragmented MP4 is read without its initialization section, once for each section.
  func note(initializationOf part: SegmentPart) {
    guard let failure = part.initializationFailure, let section = part.segment.initialization,
      section != lackedInitialization
    else { return }
    lackedInitialization = section
    note(.missingInitialization(of: part.segment, failure))
  }

  func note(_ note: StreamNote) {
    var note = note
    note.time = now
    consumer?.receive(.metadata(.note(note)))
  }

  func deliverMarkers(_ segment: PlannedSegment, at start: Double) {
    for marker in segment.markers(at: start, wallClockAtZero: wallClock.atZero) {
      consumer?.receive(.metadata(.marker(marker)))
    }
  }
}

import Formats
import TimedMetadata

/// Selects the next segment of a rendition to read, and reports segments that cannot be read.
extension RenditionReader {
  /// Opens the next segment that can be read. Returns nil if there is no further segment before the limit. Within a run
  /// it also returns nil after a segment that cannot be read, so that the run ends immediately, no matter how long it
  /// takes until a segment can be read again.
  func nextSegment() async throws(TimedMetadataError) -> SegmentPart? {
    while !hasEnded {
      announceNext()
      if let limit = options.limitSeconds, now > limit + Self.segmentMargin { break }
      await flush()
      if let next = try await open(schedule.take(rendition: rendition)) { return next }
      if run != nil, isInHole { return nil }
    }
    hasEnded = true
    return nil
  }

  /// Seconds that are read beyond the limit, to receive tags that precede the limit but are stored after it.
  private static let segmentMargin = 10.0

  private func announceNext() {
    guard let start = schedule.nextStart(rendition: rendition) else { return }
    outbox.append(.segment(start: start))
  }

  /// Opens a scheduled segment. Returns nil if it cannot be read, or if no segment is left.
  private func open(_ next: SegmentSchedule.Next) async throws(TimedMetadataError) -> SegmentPart? {
    switch next {
    case .end:
      hasEnded = true
    case .unread(let segment):
      noteHole(before: segment)
      goTo(segment)
      if segment.isGap {
        result.segmentsInGaps += 1
        note("hls-segment-gap", segment, "is a gap (EXT-X-GAP): its tags are missing")
        pass(segment)
      } else if let failure = segment.refusal {
        let segment = segment.latest
        note(missing: segment, failure)
        result.segmentsMissing += 1
        pass(segment, failure)
      }
    case .segment(let opened):
      noteHole(before: opened.segment)
      goTo(opened.segment)
      // The first bytes of the segment may take a long time to arrive, so pending events are delivered first.
      await flush()
      return try await open(opened)
    }
    return nil
  }

  /// Moves to the start of a segment if a manifest specifies the start. Playlists specify only durations.
  private func goTo(_ segment: PlannedSegment) {
    guard segment.mediaOffset != nil else { return }
    now = segment.start
    wallClock.set(atZero: segment.wallClockAtZero)
  }

  /// Opens a segment. If the segment cannot be read, reports the failure and returns nil.
  /// - Throws: `cancelled`.
  private func open(
    _ opened: SegmentSchedule.Opened
  ) async throws(TimedMetadataError) -> SegmentPart? {
    let failure: TimedMetadataError
    do throws(TimedMetadataError) {
      let part = try await SegmentPart(opened)
      guard let refusal = part.kind.segmentRefusal else {
        note(initializationOf: part)
        if let words = opened.server.takeNote() {
          note(StreamNote(id: .manifest, segment: part.segment.uri, detail: words))
        }
        return part
      }
      // The first bytes of a truncated segment may look like any kind of media.
      failure =
        part.failure
        ?? TimedMetadataError(
          .unsupportedKind,
          input: opened.segment.uri,
          reason: refusal,
          remedy: "check the file or the server response"
        )
    } catch {
      if error.code == .cancelled { throw error }
      failure = error
    }
    result.segmentsMissing += 1
    let segment = opened.segment.latest
    note(missing: segment, failure)
    pass(segment, failure)
    return nil
  }

  /// Reports a segment that is not read, and continues after it.
  private func pass(_ segment: PlannedSegment, _ failure: TimedMetadataError? = nil) {
    isInHole = true
    wallClock.take(segment, at: now)
    wallClock.interrupt()
    var unread = SegmentReport(segment, start: now, wallClockAtZero: wallClock.atZero)
    unread.isComplete = false
    unread.failure = failure?.reason
    unread.allowance = failure.flatMap { $0.isForbidden ? $0.remedy : nil }
    reports.pass(unread)
    // Within a run, earlier segments may still get late tags, so their reports are delivered later.
    if run == nil { deliver(reports.takeAll()) }
    deliverMarkers(segment, at: now)
    now += segment.duration
  }

  // MARK: - Notes

  private func noteHole(before segment: PlannedSegment) {
    guard segment.missedBefore > 0 else { return }
    isInHole = true
    wallClock.interrupt()
    let missed = Double(segment.missedBefore) * segment.duration
    now += missed
    let count = segment.missedBefore
    note(
      StreamNote(
        id: "hls-window-missed",
        segment: segment.uri,
        amount: count,
        measured: missed,
        detail: "\(Decimals.counted(count, "segment")) left the window before they were read: "
          + "missing tags at this time may be caused by this reader"
      )
    )
  }

  func note(missing segment: PlannedSegment, _ error: TimedMetadataError) {
    if firstFailure == nil { firstFailure = error }
    note("hls-segment-missing", segment, "\(error.reason): \(error.remedy)")
  }

  private func note(_ id: NoteID, _ segment: PlannedSegment, _ detail: String) {
    note(StreamNote(id: id, segment: segment.uri, measured: segment.duration, detail: detail))
  }

  /// Reports that fragmented MP4 is read without its initialization section. Consecutive segments with the same section
  /// are reported once.
  private func note(initializationOf part: SegmentPart) {
    guard let failure = part.initializationFailure, let section = part.segment.initialization,
      section != lackedInitialization
    else { return }
    lackedInitialization = section
    let words = "segments are read without it; times of event messages of version 0 are estimated"
    note(
      StreamNote(
        id: .initializationMissing,
        segment: part.segment.uri,
        detail: "\(failure.reason): \(words)"
      )
    )
  }

  private func note(_ note: StreamNote) {
    var note = note
    note.time = now
    deliver(.note(note))
  }

  func deliverMarkers(_ segment: PlannedSegment, at start: Double) {
    for marker in segment.markers(at: start, wallClockAtZero: wallClock.atZero) {
      deliver(.marker(marker))
    }
  }
}

extension PlannedSegment {
  /// The error for a segment that is skipped without a request; nil if it is requested. The caller handles gaps first.
  fileprivate var refusal: TimedMetadataError? {
    let (reason, remedy) =
      hasLeft
      ? ("left the live playlist before it was read", "check why the segments before it were late")
      : (unreadableReason, "ask for an unencrypted feed")
    return reason.map {
      TimedMetadataError(.cannotRead, input: uri, reason: $0, remedy: remedy)
    }
  }
}

extension TimedMetadataError {
  static func garbage(in segment: PlannedSegment) -> TimedMetadataError {
    TimedMetadataError(
      .unknownKind,
      input: segment.uri,
      reason: "contains no transport stream packets",
      remedy: segment.encryption == nil ? "check the file or the server response" : "check the key"
    )
  }
}

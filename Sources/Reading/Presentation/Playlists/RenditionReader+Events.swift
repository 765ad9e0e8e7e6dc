import TimedMetadata

/// Adds times and the properties of segments to the events of a rendition's media, and delivers the events in order.
extension RenditionReader {
  /// The maximum number of events in `held`, and of events in `waiting`.
  private static let heldCapacity = 1024
  /// The maximum number of tag bytes in `waiting`; the last tag may exceed it.
  private static let waitingByteCapacity = 4 << 20

  func take(_ events: [ParsedEvent]) {
    if !events.isEmpty { announceRun() }
    for event in events {
      // The time of a tag before the first packet of a transport stream is the start of its segment.
      if event.event.isLeading, !hasPlacedSegment { isSegmentPlaced = false }
      guard !waiting.isEmpty || !isSegmentPlaced && event.segment >= segments.current else {
        finish(event)
        continue
      }
      waiting.append(event)
      if case .tag(let tag) = event.event { waitingByteCount += tag.bytes.count }
      if waiting.count >= Self.heldCapacity || waitingByteCount >= Self.waitingByteCapacity {
        placeSegment()
      }
    }
  }

  /// Determines the start of the current segment: the earliest of its audio or video frames that have been read, or
  /// `now` if no such frame has been read. EXT-X-PROGRAM-DATE-TIME applies to the first sample of a segment (RFC 8216,
  /// 4.3.2.6).
  func placeSegment() {
    guard let segment = segment?.segment, !isSegmentPlaced else { return }
    (isSegmentPlaced, hasPlacedSegment) = (true, true)
    let frames = facts == nil ? parser?.frames : facts?.frames
    let start = frames.map { (run?.start ?? 0) + $0.lowerBound } ?? now
    wallClock.take(segment, at: start)
    segments.place(at: start, wallClockAtZero: wallClock.atZero)
    reports.place(at: start, wallClock: wallClock.atZero.map { $0 + start })
    deliverMarkers(segment, at: start)
    let events = waiting
    waiting = []
    waitingByteCount = 0
    for event in events { finish(event) }
  }

  /// Announces the run and places the segment now, because the segment's next part may take a long time to arrive.
  func willWaitForPart() {
    announceRun()
    placeSegment()
  }

  private func finish(_ event: ParsedEvent) {
    guard let run, let segment = segments[event.segment] else { return }
    switch event.event {
    case .tag(var tag):
      tag.segment = segment.uri
      tag.mediaSequence = segment.mediaSequence
      tag.manifestSet = segment.manifestSet
      tag.shift(by: run.start)
      if event.event.isLeading { tag.time = segment.start }
      if event.lastSegment > event.segment, let last = segments[event.lastSegment] {
        noteSplit(tag, segment, last)
      }
      if !segment.presents(tag.time) { return noteOutside(tag, segment) }
      reports.count(isNielsen: tag.nielsen != nil, inSegment: segment.mediaSequence)
      if let time = tag.time, let zero = segment.wallClockAtZero { tag.wallClock = time + zero }
      deliver(.tag(tag))
    case .note(var note):
      noteUndeclaredDiscontinuity(note, segment, isFirst: event.segment == 0)
      note.segment = note.segment ?? segment.uri
      note.time = note.time.map { $0 + run.start } ?? segment.start
      if note.id == .tagAtInputEnd { cutTag = note } else { deliver(.note(note)) }
    case .marker(var marker):
      marker.segment = segment.uri
      marker.time = marker.time.map { $0 + run.start } ?? segment.start
      guard segment.presents(marker.time) else { return }
      if let time = marker.time, let zero = segment.wallClockAtZero {
        marker.wallClock = time + zero
      }
      deliver(.marker(marker))
    case .segment, .end:
      deliver(event.event)
    }
  }

  /// Reports a tag outside its Period, in a segment that extends beyond the Period.
  private func noteOutside(_ tag: TimedTag, _ segment: RunSegments.Segment) {
    let isEarly = tag.time ?? 0 < segment.presented?.lowerBound ?? -.infinity
    deliver(
      .note(
        StreamNote(
          id: .manifestOutside,
          segment: tag.segment,
          time: tag.time,
          offset: tag.offset,
          detail:
            "a tag is \(isEarly ? "before the start" : "after the end") of its Period: players do not "
            + "present this tag, so it is left out"
        )
      )
    )
  }

  /// Reports a tag that begins in one segment or part and ends in another.
  private func noteSplit(
    _ tag: TimedTag,
    _ first: RunSegments.Segment,
    _ last: RunSegments.Segment
  ) {
    let isInParts = last.mediaSequence == first.mediaSequence
    deliver(
      .note(
        StreamNote(
          id: isInParts ? .tagInTwoParts : "hls-tag-split",
          segment: first.uri,
          time: tag.time,
          offset: tag.offset,
          pid: tag.pid,
          program: tag.program,
          detail: isInParts
            ? "a tag starts in the part \(first.uri) and ends in \(last.uri): a player shows it when the "
              + "second part has arrived"
            : "a tag starts in \(first.uri) and ends in \(last.uri): a player that joins between "
              + "these segments loses the tag"
        )
      )
    )
  }

  /// Reports a clock that jumps near the start of a segment without EXT-X-DISCONTINUITY.
  private func noteUndeclaredDiscontinuity(
    _ note: StreamNote,
    _ segment: RunSegments.Segment,
    isFirst: Bool
  ) {
    guard note.id == .clockJump || note.id == .clockBackward, !isFirst, let offset = note.offset,
      offset - segment.firstByte < Self.beginningOfSegment
    else { return }
    let verb = note.id == .clockBackward ? "goes back" : "jumps"
    deliver(
      .note(
        StreamNote(
          id: "hls-discontinuity-undeclared",
          segment: segment.uri,
          time: segment.start,
          offset: offset,
          pid: note.pid,
          program: note.program,
          measured: note.measured,
          detail:
            "clock \(verb) \(StreamNote.tenths(note.measured ?? 0)) s at segment \(segment.uri) "
            + "without EXT-X-DISCONTINUITY"
        )
      )
    )
  }

  /// The number of bytes at the start of a segment in which a jump of the clock counts as a jump between segments.
  private static let beginningOfSegment: Int64 = 256 << 10

  // MARK: - Delivery

  func deliver(_ reports: [SegmentReport]) {
    for segment in reports { deliver(.segment(segment)) }
  }

  /// Delivers an event, or holds it until `release` is called.
  func deliver(_ event: TimedMetadataEvent) {
    guard isHolding else {
      outbox.append(.metadata(event))
      return
    }
    held.append(event)
    if held.count >= Self.heldCapacity { release() }
  }

  /// Delivers the held events, even if the run's clock is still unknown.
  func release() {
    isHolding = false
    outbox += held.map { .metadata($0) }
    held = []
  }
}

extension StreamNote {
  /// A number of seconds as text in notes: rounded down to tenths.
  static func tenths(_ seconds: Double) -> String {
    let tenths = Int64(exactly: (seconds * 10).rounded(.down)) ?? .max
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension TimedMetadataEvent {
  /// Whether the event is about a tag before the first packet of a transport stream.
  fileprivate var isLeading: Bool {
    switch self {
    case .tag(let tag): tag.notes.contains(.leadingID3)
    case .note(let note): note.id == .leadingID3
    case .marker, .segment, .end: false
    }
  }
}

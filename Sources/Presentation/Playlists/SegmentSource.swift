import TimedMetadata

/// The bytes of one rendition, segment by segment. Continuous segments are one run with parts; a run ends at a
/// discontinuity, after a segment that could not be read, and if the kind of media changes.
final class SegmentSource: ByteSource {
  let name: String
  let size: Int64? = nil
  /// Segments that were read completely, and those that were not.
  private(set) var segmentsRead = 0
  private(set) var segmentsMissing = 0
  /// Segments that are missing according to the playlist.
  private(set) var segmentsInGaps = 0
  /// Whether anything of any segment was read.
  private(set) var hasRead = false
  private(set) var byteCount: Int64 = 0
  /// The kinds of media in the segments read so far.
  private(set) var media: Set<MediaKind> = []
  /// The rendition's own time at the end of what was read.
  var now: Double
  /// The reason why a segment could not be read, for the first such segment.
  var firstFailure: TimedMetadataError?

  /// The reader of the run, which knows how far it has read.
  weak var reader: (any MediaReader)?
  /// Receives events.
  weak var consumer: RenditionReader?
  /// The initialization section that could not be read and has been noted.
  var lackedInitialization: PlannedSegment.Initialization?

  private let rendition: Int
  private let schedule: SegmentSchedule
  private let counter: ByteCounter
  private let options: ReaderOptions
  private var part: SegmentPart?
  private var upcoming: SegmentPart?
  var isInHole = false
  /// Whether a run is being read.
  var isInRun = false
  /// The packets of the run before the segment.
  private var partStartPacketCount: Int64 = 0
  private var runStart: Double
  private var runByteCount: Int64 = 0
  /// The position in the run of the first byte of the segment.
  private var partStart: Int64 = 0
  private var places = SegmentPlaces()
  var wallClock = RenditionWallClock()
  private var clock = SegmentClock()
  /// Whether the start of the current segment is known.
  private var isPartPlaced = true
  private var hasEnded = false
  var reports = SegmentReports()

  init(
    name: String,
    rendition: Int,
    start: Double,
    schedule: SegmentSchedule,
    counter: ByteCounter,
    options: ReaderOptions
  ) {
    self.name = name
    self.rendition = rendition
    self.schedule = schedule
    self.counter = counter
    self.options = options
    now = start
    runStart = start
  }

  // MARK: - Runs

  /// Begins the next run; nil if there is none.
  /// - Throws: `cancelled`.
  func beginRun() throws(TimedMetadataError) -> Run? {
    reader = nil
    let next = try takeUpcoming()
    deliver(reports.takeAll())
    guard let next else { return nil }
    consumer?.willBeginRun()
    isInHole = false
    runStart = now
    clock = SegmentClock()
    runByteCount = 0
    places = SegmentPlaces()
    isInRun = true
    begin(next)
    return Run(
      kind: next.kind,
      start: runStart,
      epoch: next.segment.epoch,
      discontinuitySequence: next.segment.discontinuitySequence,
      mediaOffset: next.segment.mediaOffset,
      messageShifts: next.segment.messageShifts,
      initialization: next.initialization,
      initializationPlace: next.initializationPlace
    )
  }

  /// The segment that ended the previous run, or the next one.
  private func takeUpcoming() throws(TimedMetadataError) -> SegmentPart? {
    guard let next = upcoming else { return try nextPart() }
    upcoming = nil
    return next
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(TimedMetadataError) -> Int {
    guard let part else { return 0 }
    if part.hasHandedOn, part.segment.parts?.hasEndedPart == true { consumer?.willWaitForPart() }
    let count = try part.read(into: buffer)
    placeParts(of: part)
    runByteCount += Int64(count)
    byteCount += Int64(count)
    counter.add(count)
    return count
  }

  func skip(_ count: Int64, surplus: Int64) -> Int64 {
    guard let part else { return 0 }
    let skipped = part.skip(count, surplus: surplus)
    runByteCount += skipped
    counter.addSkipped(skipped)
    return skipped
  }

  func openNextPart() throws(TimedMetadataError) -> Bool {
    guard let ended = part else { return false }
    end(ended)
    guard let next = try nextPart() else { return false }
    let continues =
      !isInHole && next.kind == ended.kind && !next.segment.isDiscontinuity
      && next.segment.epoch == ended.segment.epoch
      && next.segment.discontinuitySequence == ended.segment.discontinuitySequence
    if next.segment.epoch != ended.segment.epoch { wallClock.interrupt() }
    guard continues else {
      upcoming = next
      return false
    }
    if !next.initialization.isEmpty, next.initialization != ended.initialization {
      reader?.use(initialization: next.initialization, at: next.initializationPlace)
    }
    begin(next)
    return true
  }

  /// The reader of the run stopped before its end, at the limit or after a failure of its own: the rest of the segment
  /// is skipped.
  func finishRun(failure: TimedMetadataError? = nil) {
    if let part {
      if let failure { part.fail(failure) }
      end(part)
    }
    isInRun = false
    deliver(reports.takeAll())
  }

  /// Sets the start of the run by its manifest, when its clock is known.
  func placeRun(at start: Double) { runStart = start }

  /// Counts a tag of the run for its segment.
  func count(_ tag: TimedTag) {
    guard let number = tag.mediaSequence else { return }
    reports.count(isNielsen: tag.nielsen != nil, inSegment: number)
  }

  func deliver(_ reports: [SegmentReport]) {
    for segment in reports { consumer?.receive(.metadata(.segment(segment))) }
  }

  /// Ends reading: running requests are cancelled.
  func abandon() {
    hasEnded = true
    schedule.abandon(rendition: rendition)
  }

  /// The segment that contains a position in the run; without a position the latest.
  func place(of offset: Int64?) -> SegmentPlaces.Place? { places.place(of: offset) }

  // MARK: - Segments

  private func begin(_ next: SegmentPart) {
    part = next
    next.atEndOfPart { [weak self] in self?.consumer?.willWaitForPart() }
    partStart = runByteCount
    partStartPacketCount = reader?.packetCount ?? 0
    places.append(
      SegmentPlaces.Place(
        offset: runByteCount,
        fileOffset: next.leadingByteCount,
        uri: next.segment.uri,
        mediaSequence: next.segment.mediaSequenceNumber,
        start: now,
        wallClockAtZero: wallClock.atZero,
        manifestSet: next.segment.manifestSet,
        presented: next.segment.presented
      )
    )
    reports.begin(SegmentReport(next.segment, start: now, wallClockAtZero: wallClock.atZero))
    // Events that have no place except their segment, and dates, need the first frame of the
    // segment.
    isPartPlaced =
      wallClock.date(of: next.segment) == nil && next.segment.markers.isEmpty
      && next.leadingTags.isEmpty
  }

  /// Records the starts of the parts of a segment that reading has reached.
  private func placeParts(of part: SegmentPart) {
    for boundary in part.segment.parts?.takeBoundaries() ?? [] where boundary.offset > 0 {
      places.append(
        SegmentPlaces.Place(
          offset: partStart + boundary.offset - part.leadingTagByteCount,
          fileOffset: boundary.fileOffset,
          uri: boundary.uri,
          mediaSequence: part.segment.mediaSequenceNumber,
          start: now,
          wallClockAtZero: wallClock.atZero
        )
      )
    }
  }

  /// Whether the time of the tag at a position in the run is not known yet.
  func isWaitingForPlace(of offset: Int64?) -> Bool { !isPartPlaced && places.isInLast(offset) }

  /// Determines the start of the current segment: the earliest of its audio or video frames that have been read. That
  /// is the first sample of the segment, which has the date of its EXT-X-PROGRAM-DATE-TIME (RFC 8216, 4.3.2.6).
  /// Without a frame the time by the playlist is used.
  func placePart() {
    guard let part, !isPartPlaced else { return }
    isPartPlaced = true
    let segment = part.segment
    let start = reader?.partFrames.map { runStart + $0.lowerBound } ?? now
    wallClock.take(segment, at: start)
    places.placeLast(at: start, wallClockAtZero: wallClock.atZero)
    reports.place(at: start, wallClock: wallClock.atZero.map { $0 + start })
    deliverMarkers(segment, at: start)
    for event in part.leadingTags {
      let event = segment.place(event, at: start, wallClockAtZero: wallClock.atZero)
      if case .tag(let tag) = event { count(tag) }
      consumer?.receive(.metadata(event))
    }
    consumer?.didPlacePart()
  }

  /// Ends a segment that has been read.
  private func end(_ ended: SegmentPart) {
    consumer?.willEndPart()
    part = nil
    let segment = ended.segment.latest
    let facts = reader?.takePartFacts()
    now = clock.start(
      ofFrames: facts?.frames.map { runStart + $0.lowerBound },
      byPlaylist: now
    )
    let byPlaylist = now + segment.duration
    let byMedia = reader?.reachedTime.map { runStart + $0 }
    let garbage = garbage(in: segment)
    hasRead = hasRead || garbage == nil
    let failure = ended.failure ?? garbage
    let complete = reports.end { report in
      report.uri = segment.uri
      report.duration = segment.duration
      report.isComplete = failure == nil
      report.failure = failure?.reason
      guard garbage == nil else { return }
      report.media = facts?.media
      report.tables = facts?.tables
      report.frames = presentation(facts?.frames)
      report.videoFrames = presentation(facts?.videoFrames)
    }
    deliver(complete)
    if let latest = reports.latest { consumer?.receive(.ended(latest)) }
    if garbage == nil, let kind = facts?.media { media.insert(kind) }
    if let failure {
      segmentsMissing += 1
      wallClock.interrupt()
      note(missing: segment, failure)
      // Only the playlist knows the duration of a missing segment.
      now = max(byPlaylist, byMedia ?? 0)
    } else {
      segmentsRead += 1
      now = SegmentClock.end(
        byMedia: byMedia,
        byPlaylist: byPlaylist,
        isPlaylistExact: segment.hasDecimalDuration
      )
    }
  }

  /// Converts seconds of the run to presentation seconds.
  private func presentation(_ frames: ClosedRange<Double>?) -> ClosedRange<Double>? {
    frames.map { runStart + $0.lowerBound...runStart + $0.upperBound }
  }

  /// The failure of a segment without packets of a transport stream, because of a wrong key or an error page. Nil if
  /// the segment has packets.
  private func garbage(in segment: PlannedSegment) -> TimedMetadataError? {
    guard let packets = reader?.packetCount, packets == partStartPacketCount else { return nil }
    return .garbage(in: segment)
  }

  /// Opens the next segment that can be read. Nil if there is none, and within a run also after one that cannot be
  /// read: the run ends there. The end of a live run is then reported at once, however long it takes until a segment
  /// can be read again.
  private func nextPart() throws(TimedMetadataError) -> SegmentPart? {
    while !hasEnded {
      announceNext()
      if let limit = options.limitSeconds, now > limit + Self.limitMargin { break }
      if let part = try part(of: schedule.take(rendition: rendition)) { return part }
      if isInRun, isInHole { return nil }
    }
    abandon()
    return nil
  }

  // The next segment is waited for most of the time, on thousands of stacks: they hold no more than they must.
  @inline(never)
  private func announceNext() {
    guard let start = schedule.nextStart(rendition: rendition) else { return }
    consumer?.receive(.segment(start: start))
  }

  /// Opens what was scheduled; nil when it cannot be read, or when it is the end.
  @inline(never)
  private func part(
    of next: SegmentSchedule.Next
  ) throws(TimedMetadataError) -> SegmentPart? {
    switch next {
    case .end:
      hasEnded = true
    case .unread(let segment):
      noteHole(before: segment)
      goTo(segment)
      if segment.isGap {
        segmentsInGaps += 1
        note(.gap(segment))
        pass(segment)
      } else if let reason = segment.unreadableReason {
        let failure = TimedMetadataError(
          .cannotRead,
          input: segment.uri,
          reason: reason,
          remedy: "ask for a feed in clear"
        )
        note(missing: segment, failure)
        segmentsMissing += 1
        pass(segment, failure)
      }
    case .segment(let opened):
      noteHole(before: opened.segment)
      goTo(opened.segment)
      return try open(opened)
    }
    return nil
  }

  /// A manifest gives the start of each segment; a playlist only the durations of those before it.
  private func goTo(_ segment: PlannedSegment) {
    guard segment.mediaOffset != nil else { return }
    now = segment.start
    wallClock.set(atZero: segment.wallClockAtZero)
  }

  /// Opens a segment; nil if it cannot be read, which is noted.
  /// - Throws: `cancelled`.
  private func open(
    _ opened: SegmentSchedule.Opened
  ) throws(TimedMetadataError) -> SegmentPart? {
    let failure: TimedMetadataError
    do throws(TimedMetadataError) {
      let part = try SegmentPart(opened, options: options)
      guard let refusal = part.kind.segmentRefusal else {
        note(initializationOf: part)
        if let words = opened.bases?.takeNote() { note(.otherBase(words, of: part.segment)) }
        return part
      }
      // The first bytes of a truncated segment may look like any kind.
      failure =
        part.failure
        ?? TimedMetadataError(
          .unsupportedKind,
          input: opened.segment.uri,
          reason: refusal,
          remedy: "check what the server answers"
        )
    } catch {
      if error.code == .cancelled { throw error }
      failure = error
    }
    segmentsMissing += 1
    let segment = opened.segment.latest
    note(missing: segment, failure)
    pass(segment, failure)
    return nil
  }

  /// Seconds read past the limit, so that the last tags before it arrive.
  private static let limitMargin = 10.0
}

import TimedMetadata
import TransportStream

/// Reads one rendition segment by segment, and reports its events. Continuous segments form a run, which one parser
/// reads. A run ends at a discontinuity, at missing media, when the media sequence restarts, when the kind of media
/// changes, and when the parser fails or reaches the limit.
final class RenditionReader {
  let name: String
  let rendition: Int
  let merger: EventMerger
  let schedule: SegmentSchedule
  let options: ReaderOptions
  private let counter: ByteCounter
  var result = RenditionEnd()
  /// The maximum number of ID3 streams in the result. Further streams are left out.
  private static let streamCapacity = 1024

  // MARK: Segments

  /// The position that reading has reached, in seconds of the rendition's own time.
  var now: Double
  var wallClock = RenditionWallClock()
  var reports = SegmentReports()
  private var clock = SegmentClock()
  /// The reason why the first unreadable segment could not be read.
  var firstFailure: TimedMetadataError?
  /// The last initialization section that was reported as unreadable.
  var lackedInitialization: PlannedSegment.Initialization?
  var isInHole = false
  var hasEnded = false

  // MARK: Run

  var run: Run?
  private(set) var parser: (any MediaParser)?
  private var isRunAnnounced = false
  private(set) var segment: SegmentPart?
  /// The properties of the run's previous segment that decide whether the next segment continues the run.
  private var ended: EndedSegment?
  var segments = RunSegments()
  /// Whether the start of the current segment is known, or not needed yet.
  var isSegmentPlaced = true
  /// Whether the start of the current segment has been determined.
  var hasPlacedSegment = false
  /// The content of the current segment; nil until it has been read to its end.
  private(set) var facts: SegmentFacts?

  // MARK: Events

  /// Events to push to the merger before the reader waits.
  var outbox: [RenditionEvent] = []
  /// Events of a run whose clock is not known yet. The clock is needed to place the run on the timeline.
  var held: [TimedMetadataEvent] = []
  var isHolding = false
  /// Events in a segment whose start is not known yet. The segment's date depends on the start.
  var waiting: [ParsedEvent] = []
  var waitingByteCount = 0
  /// A note that a run ended within a tag. It is reported as a tag at the end of the input only if
  /// the run was the last one.
  var cutTag: StreamNote?

  struct Run {
    /// The start of the run, in seconds of the rendition's own time.
    var start: Double
    let first: PlannedSegment
  }

  /// The properties of a segment that decide whether the next segment continues its run.
  private struct EndedSegment {
    var kind: InputKind
    var segment: PlannedSegment
    var initialization: [UInt8]
  }

  /// Reads the segments that `schedule` fetches for the rendition. `start` is the first segment's start in seconds.
  init(
    name: String,
    rendition: Int,
    start: Double,
    schedule: SegmentSchedule,
    merger: EventMerger,
    counter: ByteCounter,
    options: ReaderOptions
  ) {
    self.name = name
    self.rendition = rendition
    self.schedule = schedule
    self.merger = merger
    self.counter = counter
    self.options = options
    now = start
  }

  /// Reads the rendition until its end or the limit is reached, or until the task is cancelled.
  func readAll() async {
    var failure: TimedMetadataError?
    do throws(TimedMetadataError) {
      while true {
        if let next = try await nextSegment() {
          try await read(next)
        } else if run != nil {
          endRun()
        } else {
          break
        }
      }
    } catch {
      failure = error
    }
    end(failure)
    await flush()
  }

  func flush() async {
    guard !outbox.isEmpty else { return }
    await merger.push(outbox, rendition: rendition)
    outbox.removeAll(keepingCapacity: true)
  }

  private func end(_ failure: TimedMetadataError?) {
    hasEnded = true
    schedule.abandon(rendition: rendition)
    if let cutTag { deliver(.note(cutTag)) }
    if result.hasRead { result.end = now }
    result.failure = failure ?? (result.hasRead ? nil : firstFailure)
    outbox.append(.finished(result))
  }

  // MARK: - Runs

  private func beginRun(_ next: SegmentPart) {
    deliver(reports.takeAll())
    isHolding = true
    isInHole = false
    isRunAnnounced = false
    clock = SegmentClock()
    segments = RunSegments()
    if let cutTag { deliver(.note(cutTag.cutTag(before: "an interruption of the media"))) }
    cutTag = nil
    run = Run(start: now, first: next.segment)
    var options = options
    options.limitSeconds = options.limitSeconds.map { max(0, $0 - now) + Self.limitMargin }
    parser = next.makeParser(name: name, options: options)
  }

  /// Seconds that are read beyond the limit. The exact limit is applied when all renditions are on one timeline.
  private static let limitMargin = 60.0

  /// Whether a segment continues the run of the previous segment.
  private func continues(_ ended: EndedSegment, _ next: SegmentPart) -> Bool {
    !isInHole && next.kind == ended.kind && !next.segment.isDiscontinuity
      && next.segment.epoch == ended.segment.epoch
      && next.segment.discontinuitySequence == ended.segment.discontinuitySequence
  }

  private func endRun() {
    guard let parser else { return }
    if (try? taking(parser.finish)) != nil { parser.summary.streams.forEach(add) }
    (self.parser, run, ended) = (nil, nil, nil)
    deliver(reports.takeAll())
  }

  private func add(_ stream: StreamSummary) {
    let known = result.streams.firstIndex { ($0.program, $0.pid) == (stream.program, stream.pid) }
    guard let known else {
      if result.streams.count < Self.streamCapacity { result.streams.append(stream) }
      return
    }
    result.streams[known].tags += stream.tags
    if let matches = stream.audioFrames {
      let before = result.streams[known].audioFrames
      result.streams[known].audioFrames = before.map { $0 + matches } ?? matches
    }
    result.streams[known].declared = result.streams[known].declared || stream.declared
  }

  func announceRun() {
    guard !isRunAnnounced, let run, let origin = parser?.origin(ofProgram: options.program) else {
      return
    }
    isRunAnnounced = true
    if let offset = run.first.mediaOffset { place(run, at: origin.seconds + offset) }
    outbox.append(
      .run(
        RunStart(
          epoch: run.first.epoch,
          discontinuitySequence: run.first.discontinuitySequence,
          origin: origin,
          start: run.start
        )
      )
    )
    release()
  }

  /// Places a run at `start`, the time of its first frame according to presentationTimeOffset. If `start` is too far
  /// from the segment's time in the manifest, the run is not moved, and a note is delivered.
  private func place(_ run: Run, at start: Double) {
    let distance = abs(start - run.start)
    guard distance > RunTimeline.tolerance else {
      self.run?.start = start
      return
    }
    deliver(
      .note(
        StreamNote(
          id: .manifestMisfit,
          segment: segments.last?.uri,
          time: run.start,
          measured: distance,
          detail:
            "media times are \(StreamNote.tenths(distance)) s away from their times in the manifest: "
            + "check presentationTimeOffset and the start of the Period"
        )
      )
    )
  }

  // MARK: - A segment

  /// Reads a segment until its end or the limit is reached, or until the parser fails.
  /// - Throws: `cancelled`.
  private func read(_ next: SegmentPart) async throws(TimedMetadataError) {
    if let ended, next.segment.epoch != ended.segment.epoch { wallClock.interrupt() }
    if let ended, !continues(ended, next) { endRun() }
    if parser == nil { beginRun(next) }
    guard let parser else { return }
    begin(next, parser)
    do throws(TimedMetadataError) {
      while try await feed(parser, from: next) {}
      facts = try taking(parser.endSegment)
      end(next)
      if parser.hasReachedLimit { endRun() }
    } catch {
      if error.code == .cancelled { throw error }
      // The parser failed, so the rest of the segment is not read. A second error from `endSegment` is not reported.
      next.fail(error)
      facts = try? taking(parser.endSegment)
      end(next)
      endRun()
    }
  }

  private func begin(_ next: SegmentPart, _ parser: any MediaParser) {
    (segment, facts, hasPlacedSegment) = (next, nil, false)
    let number = segments.begin(next.segment, start: now, wallClockAtZero: wallClock.atZero)
    reports.begin(SegmentReport(next.segment, start: now, wallClockAtZero: wallClock.atZero))
    // A segment with a date or markers needs its start, which is known after the first frame.
    isSegmentPlaced =
      wallClock.date(of: next.segment) == nil && next.segment.markers.isEmpty
    var start = SegmentStart(number: number, offset: next.segment.byteRange?.lowerBound ?? 0)
    if !next.initialization.isEmpty, next.initialization != ended?.initialization {
      start.initialization = InitializationSection(
        bytes: next.initialization,
        place: next.segment.initialization.map {
          InitializationPlace(uri: $0.uri, offset: $0.byteRange?.lowerBound ?? 0)
        }
      )
    }
    var events: [ParsedEvent] = []
    parser.begin(start, into: &events)
    take(events)
  }

  /// Reads the next bytes of a segment, and feeds them to the parser. Returns false if no bytes remain, or if no more
  /// are needed.
  /// - Throws: `cancelled`, and the errors of the parser.
  private func feed(
    _ parser: any MediaParser,
    from segment: SegmentPart
  ) async throws(TimedMetadataError) -> Bool {
    if Task.isCancelled { throw .interrupted(input: name) }
    let hasEndedPart = segment.segment.parts?.hasEndedPart == true
    if segment.hasHandedOutStart, hasEndedPart { willWaitForPart() }
    await flush()
    switch try await segment.next() {
    case .bytes(let bytes, let part):
      try feed(bytes, part, to: parser, from: segment)
      // If bytes arrive faster than they are parsed, nothing else in this loop may suspend.
      await Task.yield()
    case .endOfPart: try taking(parser.endPart)
    case .end: return false
    }
    return !parser.hasReachedLimit
  }

  /// Processes the events that `parse` produces, even if `parse` throws.
  private func taking<Result>(
    _ parse: (inout [ParsedEvent]) throws(TimedMetadataError) -> Result
  ) throws(TimedMetadataError) -> Result {
    var events: [ParsedEvent] = []
    defer { take(events) }
    return try parse(&events)
  }

  private func feed(
    _ bytes: [UInt8],
    _ part: SegmentBody.PartStart?,
    to parser: any MediaParser,
    from segment: SegmentPart
  ) throws(TimedMetadataError) {
    counter.add(bytes.count)
    var events: [ParsedEvent] = []
    defer { take(events) }
    if let part {
      let number = segments.beginPart(part.uri, at: part.offset)
      parser.begin(SegmentStart(number: number, offset: part.offset, isPart: true), into: &events)
    }
    try parser.feed(bytes[...], into: &events)
    let skippable = parser.skippable
    if skippable.left > 0 {
      let skipped = segment.skip(skippable.left, surplus: skippable.passed)
      parser.skip(skipped)
      counter.addSkipped(skipped)
    }
  }

  /// Ends a segment that has been read. The bytes of the segment are released before the next segment is awaited.
  private func end(_ part: SegmentPart) {
    announceRun()
    placeSegment()
    release()
    segment = nil
    ended = EndedSegment(
      kind: part.kind,
      segment: part.segment,
      initialization: part.initialization
    )
    let segment = part.segment.latest
    let runStart = run?.start ?? 0
    now = clock.start(ofFrames: facts?.frames.map { runStart + $0.lowerBound }, byPlaylist: now)
    let byPlaylist = now + segment.duration
    let byMedia = parser?.reachedTime.map { runStart + $0 }
    let garbage = facts?.isGarbage == true ? TimedMetadataError.garbage(in: segment) : nil
    result.hasRead = result.hasRead || garbage == nil
    let failure = part.failure ?? garbage
    let complete = reports.end { report in
      report.uri = segment.uri
      report.duration = segment.duration
      report.isComplete = failure == nil
      report.failure = failure?.reason
      guard garbage == nil else { return }
      report.media = facts?.media
      report.tables = facts?.tables
      report.frames = facts?.frames.map { runStart + $0.lowerBound...runStart + $0.upperBound }
      report.videoFrames = facts?.videoFrames
        .map { runStart + $0.lowerBound...runStart + $0.upperBound }
    }
    deliver(complete)
    if let latest = reports.latest { outbox.append(.ended(latest)) }
    if garbage == nil, let kind = facts?.media { result.media.insert(kind) }
    if let failure {
      result.segmentsMissing += 1
      wallClock.interrupt()
      note(missing: segment, failure)
      // Only the playlist has the duration of a segment that was not read completely.
      now = max(byPlaylist, byMedia ?? 0)
    } else {
      result.segmentsRead += 1
      now = SegmentClock.end(
        byMedia: byMedia,
        byPlaylist: byPlaylist,
        isPlaylistExact: segment.hasDecimalDuration
      )
    }
  }
}

import TimedMetadata

/// Reads one rendition from beginning to end, on a thread of its own, and reports its events.
final class RenditionReader {
  private let rendition: Int
  private let merger: EventMerger
  private let options: ReaderOptions
  private let source: SegmentSource
  private var streams: [StreamSummary] = []
  private var run: SegmentSource.Run?
  private var isRunAnnounced = false
  private var media: (any MediaReader)?
  /// Events of a run before its clock is known: the clock is needed to place the run in time.
  private var held: [TimedMetadataEvent] = []
  private var isHolding = false
  /// Events of the media in a segment whose start is not known yet: its date depends on the start.
  private var waiting: [TimedMetadataEvent] = []
  private var waitingByteCount = 0

  /// The most events that wait.
  private static let heldCapacity = 1024
  /// The most bytes of tags that wait; the last tag may exceed it.
  private static let waitingByteCapacity = 4 << 20
  /// The most ID3 streams that are counted separately.
  private static let streamCapacity = 1024
  /// A note that a run ended within a tag. The input ended within the tag only if the run was the
  /// last one.
  private var cutTag: StreamNote?

  /// Reads the segments that `schedule` fetches for the rendition; `start` is the start of the
  /// first one.
  init(
    name: String,
    rendition: Int,
    start: Double,
    schedule: SegmentSchedule,
    merger: EventMerger,
    counter: ByteCounter,
    options: ReaderOptions
  ) {
    self.rendition = rendition
    self.merger = merger
    self.options = options
    source = SegmentSource(
      name: name,
      rendition: rendition,
      start: start,
      schedule: schedule,
      counter: counter,
      options: options
    )
    source.consumer = self
  }

  /// Reads everything.
  func readAll() {
    var failure: TimedMetadataError?
    do {
      while let run = try source.beginRun() { try read(run) }
    } catch {
      failure = error
    }
    end(failure)
  }

  @inline(never)
  private func end(_ failure: TimedMetadataError?) {
    var failure = failure
    source.abandon()
    if let cutTag { deliver(.note(cutTag)) }
    if failure == nil, !source.hasRead { failure = source.firstFailure }
    merger.push(
      .finished(
        RenditionEnd(
          end: source.hasRead ? source.now : nil,
          streams: streams,
          segmentsRead: source.segmentsRead,
          segmentsMissing: source.segmentsMissing,
          segmentsInGaps: source.segmentsInGaps,
          hasRead: source.hasRead,
          byteCount: source.byteCount,
          media: source.media,
          failure: failure
        )
      ),
      rendition: rendition
    )
  }

  /// Reads one run of continuous media.
  /// - Throws: `cancelled`.
  private func read(_ run: SegmentSource.Run) throws(TimedMetadataError) {
    let media = begin(run)
    do {
      while let event = try media.next() { take(event) }
    } catch {
      if error.code == .cancelled { throw error }
      return source.finishRun(failure: error)
    }
    source.finishRun()
  }

  @inline(never)
  private func begin(_ run: SegmentSource.Run) -> any MediaReader {
    if let cutTag { deliver(.note(cutTag.cutTag(before: "the discontinuity"))) }
    cutTag = nil
    var options = options
    options.limitSeconds = options.limitSeconds.map { max(0, $0 - run.start) + Self.limitMargin }
    let media = Self.reader(of: run, source, options)
    self.media = media
    self.run = run
    isRunAnnounced = false
    source.reader = media
    return media
  }

  /// Seconds that are read beyond the limit: it is applied exactly when all renditions are on one
  /// timeline.
  private static let limitMargin = 60.0

  @inline(never)
  private static func reader(
    of run: SegmentSource.Run,
    _ source: SegmentSource,
    _ options: ReaderOptions
  ) -> any MediaReader {
    let chunks = ChunkReader(source, chunkSize: ChunkReader.smallChunkSize)
    switch run.kind {
    case .isoMedia:
      let reader = ISOMediaReader(chunks, options: options)
      reader.use(messageShifts: run.messageShifts)
      if !run.initialization.isEmpty {
        reader.use(initialization: run.initialization, at: run.initializationPlace)
      }
      return reader
    case .packedAudio, .leadingID3:
      return PackedAudioReader(chunks, options: options, isRendition: true)
    case .transportStream, .text, .playlist, .manifest, .compressed:
      return TransportStreamReader(chunks, options: options, startOffset: 0)
    }
  }

  /// Takes what the media says. Not a part of what waits for the next segment, on thousands of stacks.
  @inline(never)
  private func take(_ event: TimedMetadataEvent) {
    announceRun()
    var (offset, byteCount): (Int64?, Int) = (nil, 0)
    switch event {
    case .tag(let tag): (offset, byteCount) = (tag.offset, tag.bytes.count)
    case .note(let note): offset = note.segment == nil ? note.offset : nil
    case .marker(let marker): offset = marker.offset
    case .segment, .end: return finish(event)
    }
    guard !waiting.isEmpty || source.isWaitingForPlace(of: offset) else { return finish(event) }
    waiting.append(event)
    waitingByteCount += byteCount
    if waiting.count >= Self.heldCapacity || waitingByteCount >= Self.waitingByteCapacity {
      source.placePart()
    }
  }

  /// Assigns an event of the media to its segment.
  private func finish(_ event: TimedMetadataEvent) {
    guard let run else { return }
    switch event {
    case .tag(var tag):
      let place = source.place(of: tag.offset)
      noteSplit(tag, place)
      tag.segment = place?.uri
      tag.mediaSequence = place?.mediaSequence
      tag.manifestSet = place?.manifestSet
      tag.offset = offset(tag.offset, in: place)
      tag.shift(by: run.start)
      if let place, !place.presents(tag.time) {
        return deliver(.note(Self.outside(place, tag)))
      }
      source.count(tag)
      if let time = tag.time, let zero = place?.wallClockAtZero { tag.wallClock = time + zero }
      deliver(.tag(tag))
    case .note(var note):
      // A note on an initialization section names it, and its position is not a position in the
      // run.
      let isInSegment = note.segment == nil
      let place = source.place(of: isInSegment ? note.offset : nil)
      noteUndeclaredDiscontinuity(note, place)
      if isInSegment {
        note.segment = place?.uri
        note.offset = offset(note.offset, in: place)
      }
      note.time = note.time.map { $0 + run.start } ?? place?.start
      if note.id == .tagAtInputEnd {
        cutTag = note
      } else {
        deliver(.note(note))
      }
    case .marker(var marker):
      let place = source.place(of: marker.offset)
      marker.segment = place?.uri
      marker.offset = offset(marker.offset, in: place)
      marker.time = marker.time.map { $0 + run.start } ?? place?.start
      guard place?.presents(marker.time) ?? true else { return }
      if let time = marker.time, let zero = place?.wallClockAtZero {
        marker.wallClock = time + zero
      }
      deliver(.marker(marker))
    case .segment:
      deliver(event)
    case .end(let summary):
      for stream in summary.streams { add(stream) }
    }
  }

  /// Reports a tag that continues in another segment.
  private func noteSplit(_ tag: TimedTag, _ place: SegmentPlaces.Place?) {
    guard let place, let last = tag.lastOffset, let end = source.place(of: last),
      end.offset > place.offset
    else { return }
    guard end.mediaSequence != place.mediaSequence else {
      return deliver(
        .note(
          StreamNote(
            id: .tagInTwoParts,
            segment: place.uri,
            time: tag.time.map { $0 + (run?.start ?? 0) },
            offset: offset(tag.offset, in: place),
            pid: tag.pid,
            program: tag.program,
            detail:
              "tag starts in the part \(place.uri) and ends in \(end.uri): a player shows it when the "
              + "second part has come"
          )
        )
      )
    }
    deliver(
      .note(
        StreamNote(
          id: "hls-tag-split",
          segment: place.uri,
          time: tag.time.map { $0 + (run?.start ?? 0) },
          offset: offset(tag.offset, in: place),
          pid: tag.pid,
          program: tag.program,
          detail:
            "tag starts in \(place.uri) and ends in \(end.uri): a player that joins in loses it"
        )
      )
    )
  }

  /// Reports a clock that jumps in the first bytes of a segment without EXT-X-DISCONTINUITY.
  private func noteUndeclaredDiscontinuity(_ note: StreamNote, _ place: SegmentPlaces.Place?) {
    guard note.id == .clockJump || note.id == .clockBackward, let place, let offset = note.offset,
      place.offset > 0, offset - place.offset < Self.beginningOfSegment
    else { return }
    deliver(
      .note(
        StreamNote(
          id: "hls-discontinuity-undeclared",
          segment: place.uri,
          time: place.start,
          offset: self.offset(offset, in: place),
          pid: note.pid,
          program: note.program,
          measured: note.measured,
          detail: Self.undeclared(note, at: place.uri)
        )
      )
    )
  }

  /// The bytes at the start of a segment that contain its first frames.
  private static let beginningOfSegment: Int64 = 256 << 10

  private func offset(_ offset: Int64?, in place: SegmentPlaces.Place?) -> Int64? {
    guard let offset, let place else { return offset }
    return max(0, offset - place.offset) + place.fileOffset
  }

  /// Delivers an event, or holds it until the clock of the run is known.
  private func deliver(_ event: TimedMetadataEvent) {
    guard isHolding else {
      merger.push(.metadata(event), rendition: rendition)
      return
    }
    held.append(event)
    if held.count >= Self.heldCapacity { release() }
  }

  /// Delivers the events that were held.
  private func release() {
    isHolding = false
    for event in held { merger.push(.metadata(event), rendition: rendition) }
    held = []
  }

  /// Announces the run when its clock is known.
  private func announceRun() {
    guard !isRunAnnounced, let run, let origin = media?.origin(ofProgram: options.program) else {
      return
    }
    isRunAnnounced = true
    if let offset = run.mediaOffset { place(run, at: origin.seconds + offset) }
    merger.push(
      .run(
        RunStart(
          epoch: run.epoch,
          discontinuitySequence: run.discontinuitySequence,
          origin: origin,
          start: run.start
        )
      ),
      rendition: rendition
    )
    release()
  }

  /// Places a run by its manifest, unless the clock of the media is too far from it.
  private func place(_ run: SegmentSource.Run, at start: Double) {
    guard abs(start - run.start) <= RunTimeline.tolerance else {
      return deliver(.note(Self.misfit(start, of: run, at: source.place(of: nil)?.uri)))
    }
    self.run?.start = start
    source.placeRun(at: start)
  }

  private func add(_ stream: StreamSummary) {
    let known = streams.firstIndex { $0.program == stream.program && $0.pid == stream.pid }
    guard let known else {
      if streams.count < Self.streamCapacity { streams.append(stream) }
      return
    }
    streams[known].tags += stream.tags
    if let matches = stream.tagsOnAudioFrames {
      streams[known].tagsOnAudioFrames = (streams[known].tagsOnAudioFrames ?? 0) + matches
    }
    streams[known].declared = streams[known].declared || stream.declared
  }
}

/// The events of its `SegmentSource`, in their order.
extension RenditionReader {
  func receive(_ event: RenditionEvent) {
    if case .metadata(let event) = event {
      deliver(event)
    } else {
      merger.push(event, rendition: rendition)
    }
  }

  /// A run begins: no event of it has been delivered.
  func willBeginRun() {
    media = nil
    run = nil
    isRunAnnounced = false
    isHolding = true
  }

  /// The start of the current segment is known.
  func didPlacePart() {
    let events = waiting
    waiting = []
    waitingByteCount = 0
    for event in events { finish(event) }
  }

  /// A part of the current segment has been read, and the next one may take long.
  func willWaitForPart() {
    announceRun()
    source.placePart()
  }

  /// A segment has been read; no event of the next has been delivered.
  func willEndPart() {
    announceRun()
    source.placePart()
    release()
  }
}

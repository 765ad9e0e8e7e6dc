import ISOMedia

/// Reads the timed ID3 that event message boxes and event tracks carry in ISO base media: fragmented MP4,
/// CMAF and DASH segments, as files or as the parts of a rendition.
///
/// A message waits for the fragment after it, or for the end of its part, because its time is only
/// known then.
package final class ISOMediaReader: MediaReader {
  private let chunks: ChunkReader
  private let options: ReaderOptions
  private var boxes: BoxWalker
  private(set) var timeline = MessageTimeline()
  var queue = MessageQueue()
  /// The event tracks, and what of them is to be read from the media data that follows.
  var eventTracks = EventTracks()
  /// Where the latest fragment starts and ends.
  private(set) var latestFragment: ClosedRange<Double>?
  /// Where the current part starts in the run.
  private var partStart: Int64
  private var seen = SeenMessages()
  private var splices = SpliceFilter()
  private var ready = Fifo<TimedMetadataEvent>()
  private var failure: TimedMetadataError?
  private var hasEnded = false
  private var hasDeliveredEnd = false
  private var tagCount = 0
  private var hasBrand = false
  /// Whether any box named brands.
  private var hasBrands = false
  /// From the first to the last frame of the current part.
  package private(set) var partFrames: ClosedRange<Double>?
  private var hasNotedFlood = false
  /// After a movie fragment and before its media data.
  private var isInsideFragment = false

  /// A fragment of the current part has been read.
  private var hasMediaData = false
  /// The current part ends within a box, or cannot be read to its end.
  private var isPartCut = false
  /// A part that is missing before the next fragment.
  var missing: MissingPart?

  /// Whether a box was seen: the input is ISO base media.
  package private(set) var hasMedia = false

  /// Reads what `chunks` has left; its next byte is at `startOffset` of the run.
  package init(_ chunks: ChunkReader, options: ReaderOptions, startOffset: Int64 = 0) {
    self.chunks = chunks
    self.options = options
    boxes = BoxWalker(chunks, options: options, startOffset: startOffset)
    partStart = startOffset
  }

  /// Takes the initialization section of the parts that follow (EXT-X-MAP): its tracks replace those
  /// before. It is not a part of the run: offsets do not count its bytes. To be called before the
  /// first event, or while the source opens the part that needs it.
  ///
  /// `place` is its position in the file or part.
  package func use(initialization bytes: [UInt8], at place: InitializationPlace? = nil) {
    var hasInitializationType = false
    /// The box that is read, with the position of its first byte.
    var box = place
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: bytes[...]) { (type, body) throws(BoxFault) in
        switch type {
        case .fileType:
          receiveBrands(body)
          hasInitializationType = true
        case .movie: timeline.use(try Movie(parsing: body))
        case .eventMessage:
          let name = place?.uri ?? "the initialization section"
          let words = hasInitializationType ? "in \(name)" : "before ftyp in \(name)\(Self.blame)"
          receiveMessage(body, at: nil, in: box, isCut: false, misplacement: words)
        default: break
        }
        box?.offset = (place?.offset ?? 0) + Int64(body.endIndex)
      }
    } catch {
      note(.messageMalformed, at: nil, in: box, "initialization section: \(error.reason)")
    }
  }

  /// Takes what to add to the presentation times of event messages, in seconds. To be called before the first
  /// event.
  package func use(messageShifts: [DeclaredEventStream: Double]) {
    timeline.messageShifts = messageShifts
  }

  /// Which packager writes messages before all other boxes.
  private static let blame = " (FFmpeg 7.1 and later do this)"

  package func takePartFacts() -> PartFacts? {
    defer { partFrames = nil }
    return PartFacts(media: .fragmentedMP4, frames: partFrames)
  }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    timeline.origin.map { MediaOrigin(seconds: $0.seconds, wraps: false) }
  }

  package var reachedTime: Double? { timeline.end }

  package func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = ready.popFirst() { return event }
      switch queue.next() {
      case .note(let note):
        return .note(note)
      case .message(let message, let placement):
        deliver(message.events(at: placement, isAtInputEnd: hasEnded))
      case nil:
        if let failure {
          self.failure = nil
          hasDeliveredEnd = true
          throw failure
        }
        guard hasEnded else {
          advance()
          continue
        }
        guard !hasDeliveredEnd else { return nil }
        hasDeliveredEnd = true
        return .end(summary)
      }
    }
  }

  private func deliver(_ events: [TimedMetadataEvent]) {
    for event in events {
      if case .tag(let tag) = event {
        guard options.wants(tag) else { continue }
        tagCount += 1
      } else if case .marker(let mark) = event {
        if let limit = options.limitSeconds, let time = mark.time, time > limit { continue }
        guard let mark = splices.pass(mark, at: mark.time) else { continue }
        ready.append(.marker(mark))
        continue
      }
      ready.append(event)
    }
  }

  package var summary: InputSummary {
    let isDeclared = hasBrand || eventTracks.declaresID3
    let stream = StreamSummary(program: nil, pid: nil, declared: isDeclared, tags: tagCount)
    let duration = timeline.end ?? timeline.movieDuration
    var summary = InputSummary(
      duration: duration.map { min($0, options.limitSeconds ?? .infinity) },
      streams: isDeclared || tagCount > 0 ? [stream] : [],
      byteCount: chunks.byteCount
    )
    summary.media = [.fragmentedMP4]
    return summary
  }

  // MARK: - Boxes

  private func advance() {
    do throws(TimedMetadataError) {
      switch try boxes.next() {
      case .box(let box):
        hasMedia = true
        receive(box)
      case .fault(let fault, let offset):
        isPartCut = true
        note(.messageMalformed, at: offset, fault.reason)
      case .cut(let cut, let offset):
        isPartCut = true
        note(.endsWithinBox, at: offset, cut.words)
      case .samples(let samples):
        receive(samples)
      case .end:
        try endPart()
      }
    } catch {
      failure = error
      end()
    }
  }

  private func endPart() throws(TimedMetadataError) {
    // The data after a box that was cut off is unknown.
    if hasMediaData, !isPartCut { queue.misplaceAll("after the last mdat") }
    noteMissingSamples()
    (hasMediaData, isPartCut) = (false, false)
    timeline.settlePart()
    if timeline.hasClock { release(fragment: nil) }
    isInsideFragment = false
    hasNotedFlood = false
    timeline.beginPart()
    guard try boxes.beginNextPart() else { return end() }
    partStart = boxes.offset
    if let words = chunks.source.hole {
      noteMissing(until: nil)
      missing = MissingPart(words: words, offset: boxes.offset, start: timeline.end)
    }
  }

  private func end() {
    hasEnded = true
    add(eventTracks.finish())
    timeline.settlePart()
    noteMissing(until: nil)
    release(fragment: nil)
  }

  private func receive(_ box: BoxWalker.Box) {
    let start = box.offset
    if let cut = box.cut {
      isPartCut = true
      if let payload = box.payload, BoxCut.swallows(payload) {
        let missing = cut.size - cut.arrived
        note(.messageMalformed, at: start, "box \(box.type) lacks its last \(missing) bytes")
      } else {
        note(.endsWithinBox, at: start, cut.words)
      }
    }
    if box.type == .mediaData { hasMediaData = true }
    guard let payload = box.payload, box.cut == nil || box.type == .eventMessage else {
      if box.type == .mediaData { isInsideFragment = false }
      return
    }
    do throws(BoxFault) {
      switch box.type {
      case .fileType:
        receiveBrands(payload)
        queue.misplaceAll("before ftyp\(Self.blame)")
      case .segmentType:
        receiveBrands(payload)
        timeline.beginSegment()
      case .movie:
        queue.misplaceAll("before moov")
        timeline.receive(try Movie(parsing: payload))
        noteUnreadSamples(at: start)
      case .segmentIndex:
        timeline.receive(try SegmentIndex(parsing: payload))
      case .eventMessage:
        receiveMessage(
          payload,
          at: start,
          isCut: box.cut != nil,
          misplacement: isInsideFragment ? "between moof and mdat" : nil
        )
      case .movieFragment:
        (isInsideFragment, hasMediaData) = (true, true)
        try receiveFragment(payload, at: start)
      default: break
      }
    } catch {
      note(.messageMalformed, at: start, "box \(box.type): \(error.reason)")
    }
  }

  /// The brand that says that there is ID3 in event messages (id3-emsg, section 3).
  private static let brand: BoxType = "aid3"

  /// Brands: the major one, then after the minor version the compatible ones.
  private func receiveBrands(_ payload: ArraySlice<UInt8>) {
    hasBrands = true
    let words = stride(from: payload.startIndex, to: payload.endIndex - 3, by: 4)
    for (index, start) in words.enumerated() where index != 1 {
      let brand = payload[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
      if BoxType(rawValue: brand) == Self.brand { hasBrand = true }
    }
  }

  private func receiveFragment(_ payload: ArraySlice<UInt8>, at offset: Int64) throws(BoxFault) {
    noteMissingSamples()
    let fragment = try timeline.receiveFragment(payload) { queue.messages }
    let (range, jumps) = (fragment.range, fragment.jumps)
    let time = range?.lowerBound
    latestFragment = range
    if let range {
      let frames = partFrames ?? range
      partFrames =
        min(frames.lowerBound, range.lowerBound)...max(frames.upperBound, range.upperBound)
    }
    // The timeline restarts: an apparent repeat may be the same content at another time.
    if !jumps.isEmpty { seen.removeAll() }
    let isAfterHole = missing != nil
    noteMissing(until: time)
    release(fragment: range)
    // The missing part explains the jump.
    if !isAfterHole { for jump in jumps { note(jump, at: offset, time: time) } }
    hasNotedFlood = false
    expect(fragment.events, at: offset)
    // Tags are near the fragments they belong to; a few seconds more let the last of them arrive.
    if let limit = options.limitSeconds, let time, time > limit + 10 { end() }
  }

  // MARK: - Event tracks

  /// Reads the samples of event tracks from the media data of a fragment at `offset`.
  private func expect(_ events: [EventTracks.Fragment], at offset: Int64) {
    add(eventTracks.expect(events, at: offset, inPartAt: partStart))
    boxes.want(eventTracks.places)
  }

  /// Delivers notes about event tracks.
  func add(_ notes: [StreamNote]) {
    for note in notes { queue.append(note) }
  }

  /// Says which samples the media data did not hold, unless it was cut off.
  private func noteMissingSamples() {
    guard let note = eventTracks.takeMissing(), !isPartCut else { return }
    queue.append(note)
  }

  // MARK: - Messages

  private func receiveMessage(
    _ payload: ArraySlice<UInt8>,
    at offset: Int64?,
    in initialization: InitializationPlace? = nil,
    isCut: Bool,
    misplacement: String?
  ) {
    let box: EventMessageBox
    do throws(EventMessageBox.Fault) {
      box = try EventMessageBox(parsing: payload)
    } catch {
      if !isCut { note(error.id, at: offset, in: initialization, error.detail) }
      return
    }
    if !isCut, let expiration = ManifestExpiration(box) {
      options.manifestExpires(expiration.publishTime)
    }
    guard var message = IncomingMessage(box, offset: offset, isCut: isCut) else { return }
    message.initialization = initialization
    if let misplacement { message.misplace(misplacement) }
    enqueue(message, at: offset)
  }

  /// Lets a message wait for its time.
  func enqueue(_ message: IncomingMessage, at offset: Int64?) {
    queue.append(message)
    guard queue.isFull else { return }
    if !hasNotedFlood {
      hasNotedFlood = true
      note(
        .messageFlood,
        at: offset,
        "over \(MessageQueue.maximumMessages) event messages or "
          + "\(MessageQueue.maximumBytes >> 20) MiB of them in front of one fragment"
      )
    }
    release(fragment: nil)
  }

  /// Gives every message that waits its place, and drops repeats.
  func release(fragment: ClosedRange<Double>?) {
    queue.release { message in
      let start = fragment?.lowerBound
      let sample = message.sample?.time
      var placement =
        sample.map { timeline.place(message.box, sample: $0, fragment: fragment) }
        ?? timeline.place(message.box, fragment: start)
      placement.fragment = fragment
      placement.trackTimescale =
        sample.map { Int($0.timescale) }
        ?? timeline.trackTimescale(preferring: message.box.timescale)
      placement.isBranded = hasBrands ? hasBrand : nil
      if message.isSplice { return .message(message, placement) }
      var message = message
      // In an event track an event is repeated in each sample of its time.
      switch seen.receive(message.box, ticks: sample == nil ? placement.pts : nil) {
      case .new:
        break
      case .reusedID:
        message.notes.append(.messageIDReuse)
      case .again where sample != nil:
        return nil
      case .again:
        let box = message.box.message
        return .note(
          StreamNote(
            id: .messageDuplicate,
            segment: message.initialization?.uri,
            time: placement.time,
            offset: message.initialization?.offset ?? message.offset,
            detail: "event \(box.id) repeated"
          )
        )
      }
      return .message(message, placement)
    }
  }
}

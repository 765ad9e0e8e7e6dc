import ISOMedia
import TransportStream

/// Parses the timed ID3 that event message boxes and event tracks carry in ISO base media: fragmented MP4,
/// CMAF and DASH segments, as files or as the segments of a rendition.
///
/// A message waits for the fragment after it, or for the end of its segment, because its time is only
/// known then.
package final class ISOMediaParser: MediaParser {
  let options: ReaderOptions
  private var boxes = BoxWalker()
  var timeline = MessageTimeline()
  var queue = MessageQueue()
  /// The events that wait no longer.
  var ready: [ParsedEvent] = []
  /// The event tracks, and what of them is to be read from the media data that follows.
  var eventTracks = EventTracks()
  /// Where the latest fragment starts and ends.
  private(set) var latestFragment: ClosedRange<Double>?
  /// Where the latest fragment starts.
  private var fragmentPosition = StreamPosition.start
  /// Where the current segment starts in the run.
  private var segmentStart: Int64 = 0
  var seen = SeenMessages()
  var splices = SpliceFilter()
  var tagCount = 0
  var hasBrand = false
  /// Whether any box named brands.
  var hasBrands = false
  /// From the first to the last frame of the current segment.
  package private(set) var frames: ClosedRange<Double>?
  var hasNotedFlood = false
  /// After a movie fragment and before its media data.
  private var isInsideFragment = false

  /// A fragment of the current segment has been read.
  private var hasMediaData = false
  /// The current segment ends within a box, or cannot be read to its end.
  private var isSegmentCut = false
  /// A message that the end of a segment cuts, until it is known whether another segment follows.
  var cutMessage: (message: IncomingMessage, placement: IncomingMessage.Placement)?
  /// A part of the input that is missing before the next fragment.
  private var missing: MissingPart?

  /// Whether a box was seen: the input is ISO base media.
  package private(set) var hasMedia = false
  package private(set) var hasReachedLimit = false

  /// A parser that adds `messageShifts` to the presentation times of event messages, in seconds.
  package init(options: ReaderOptions, messageShifts: [DeclaredEventStream: Double] = [:]) {
    self.options = options
    timeline.messageShifts = messageShifts
  }

  /// The position of the next byte.
  var position: StreamPosition { boxes.input.position }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    timeline.origin.map { MediaOrigin(seconds: $0.seconds, wraps: false) }
  }

  package var reachedTime: Double? { timeline.end }

  package var skippable: SkippableBytes {
    SkippableBytes(left: boxes.input.passing, passed: boxes.input.passed)
  }

  package func skip(_ count: Int64) { boxes.input.leaveOut(count) }

  package var summary: InputSummary {
    options.summary(
      .fragmentedMP4,
      seconds: timeline.end ?? timeline.movieDuration,
      isDeclared: hasBrand || eventTracks.declaresID3,
      tags: tagCount
    )
  }

  // MARK: - The input

  package func begin(_ segment: SegmentStart, into events: inout [ParsedEvent]) {
    boxes.begin(segment)
    guard !segment.isPart else { return }
    deliverCutMessage(isAtInputEnd: false)
    segmentStart = position.distance
    if let words = segment.hole {
      noteMissing(until: nil)
      missing = MissingPart(words: words, position: position, start: timeline.end)
    }
    if let section = segment.initialization { use(section) }
    handOut(into: &events)
  }

  package func feed(_ bytes: UnsafeRawBufferPointer, into events: inout [ParsedEvent]) {
    boxes.input.feed(bytes) { readBoxes() }
    handOut(into: &events)
  }

  private func handOut(into events: inout [ParsedEvent]) {
    events += ready
    ready.removeAll(keepingCapacity: true)
  }

  package func endSegment(into events: inout [ParsedEvent]) -> SegmentFacts {
    boxes.input.end { readBoxes() }
    handOut(into: &events)
    defer { frames = nil }
    let facts = SegmentFacts(media: .fragmentedMP4, frames: frames)
    // What was not read is no fault of the segment.
    guard !hasReachedLimit else { return facts }
    // The data after a box that was cut off is unknown.
    if hasMediaData, !isSegmentCut { queue.misplaceAll("after the last mdat") }
    noteMissingSamples()
    (hasMediaData, isSegmentCut, isInsideFragment, hasNotedFlood) = (false, false, false, false)
    timeline.settlePart()
    if timeline.hasClock { release(fragment: nil, atEndOf: position.segment) }
    timeline.beginPart()
    return facts
  }

  package func finish(into events: inout [ParsedEvent]) {
    deliverCutMessage(isAtInputEnd: true)
    add(eventTracks.finish())
    timeline.settlePart()
    noteMissing(until: nil)
    release(fragment: nil, isAtInputEnd: true)
    handOut(into: &events)
  }

  /// Reads the boxes that have come.
  private func readBoxes() {
    while !hasReachedLimit {
      let item: BoxWalker.Item
      do { item = try boxes.next() } catch { return }
      switch item {
      case .box(let box):
        hasMedia = true
        receive(box)
      case .fault(let fault, let position):
        isSegmentCut = true
        note(.messageMalformed, at: position, fault.reason)
      case .cut(let cut, let position):
        isSegmentCut = true
        note(.endsWithinBox, at: position, cut.words)
      case .samples(let samples): receive(samples)
      case .end: return
      }
    }
  }

  /// Takes the initialization section of the segments that follow: its tracks replace those before.
  private func use(_ section: InitializationSection) {
    var hasInitializationType = false
    /// The box that is read, with the position of its first byte.
    var box = section.place
    do throws(BoxFault) {
      try BoxHeader.forEachBox(in: section.bytes[...]) { (type, body) throws(BoxFault) in
        switch type {
        case .fileType:
          receiveBrands(body)
          hasInitializationType = true
        case .movie: timeline.use(try Movie(parsing: body))
        case .eventMessage:
          let name = section.place?.uri ?? "the initialization section"
          let words = hasInitializationType ? "in \(name)" : "before ftyp in \(name)\(Self.blame)"
          receiveMessage(body, at: nil, in: box, isCut: false, misplacement: words)
        default: break
        }
        box?.offset = (section.place?.offset ?? 0) + Int64(body.endIndex)
      }
    } catch {
      note(.messageMalformed, at: nil, in: box, "initialization section: \(error.reason)")
    }
  }

  /// Which packager writes messages before all other boxes.
  private static let blame = " (FFmpeg 7.1 and later do this)"

  // MARK: - Boxes

  private func receive(_ box: BoxWalker.Box) {
    let start = box.position
    if let cut = box.cut {
      isSegmentCut = true
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

  private func receiveFragment(_ payload: ArraySlice<UInt8>, at position: StreamPosition)
    throws(BoxFault)
  {
    noteMissingSamples()
    let fragment = try timeline.receiveFragment(payload) { queue.messages }
    let (range, jumps) = (fragment.range, fragment.jumps)
    let time = range?.lowerBound
    latestFragment = range
    if let range {
      let known = frames ?? range
      frames = min(known.lowerBound, range.lowerBound)...max(known.upperBound, range.upperBound)
    }
    // The timeline restarts: an apparent repeat may be the same content at another time.
    if !jumps.isEmpty { seen.removeAll() }
    let isAfterHole = missing != nil
    noteMissing(until: time)
    release(fragment: range)
    // The missing part explains the jump.
    if !isAfterHole { for jump in jumps { note(jump: jump, at: position, time: time) } }
    hasNotedFlood = false
    expect(fragment.events, at: position)
    // Tags are near the fragments they belong to; a few seconds more let the last of them arrive.
    if let limit = options.limitSeconds, let time, time > limit + 10 { hasReachedLimit = true }
  }

  // MARK: - Event tracks

  /// Reads the samples of event tracks from the media data of a fragment at `position`.
  private func expect(_ events: [EventTracks.Fragment], at position: StreamPosition) {
    fragmentPosition = position
    let notes = eventTracks.expect(
      events,
      at: position.distance,
      inSegmentAt: segmentStart
    )
    for note in notes { add(note, at: position) }
    boxes.want(eventTracks.places)
  }

  /// Delivers notes about event tracks, which are at no position.
  func add(_ notes: [StreamNote]) {
    for note in notes { deliver(ParsedEvent(.note(note), in: position.segment)) }
  }

  /// Delivers a note with its position.
  func add(_ note: StreamNote, at position: StreamPosition) {
    deliver(ParsedEvent(note, at: position))
  }

  /// Delivers a note after the messages before it.
  func deliver(_ note: ParsedEvent) {
    if queue.isEmpty { ready.append(note) } else { queue.append(note) }
  }

  /// Says what is missing, before the messages that wait: they come after it.
  private func noteMissing(until end: Double?) {
    if let missing { ready.append(missing.note(until: end)) }
    missing = nil
  }

  /// Says which samples the media data did not hold, unless it was cut off.
  private func noteMissingSamples() {
    guard let (note, place) = eventTracks.takeMissing(), !isSegmentCut else { return }
    add(note, at: fragmentPosition.advanced(by: place - fragmentPosition.distance))
  }
}

/// The state of the current segment: the origin of the times of version 0 messages.
struct SegmentState {
  /// Where its indexes say that it starts.
  private var indexStart: MediaTime?
  /// Where it starts.
  private(set) var start: MediaTime?
  /// A guess: nothing said where the segment begins.
  private(set) var isEstimated = false
  /// Whether a fragment of it has been read.
  private(set) var hasFragment = false

  /// Takes what an index says: each track may have its own.
  mutating func receiveIndex(startingAt time: MediaTime?) {
    guard let time else { return }
    if let indexStart, indexStart.seconds(since: time) <= 0 { return }
    indexStart = time
  }

  /// Takes the start of the next fragment; nil where its timescale is unknown. Without a box that
  /// delimits segments every fragment counts as one.
  mutating func receiveFragment(at fragment: MediaTime?, isDelimited: Bool) {
    defer { hasFragment = true }
    guard start != nil else {
      start = trustedIndexStart(fragment) ?? fragment
      return
    }
    guard !isDelimited, let fragment else { return }
    (start, isEstimated) = (fragment, true)
  }

  /// No fragment will come.
  mutating func settle() { start = start ?? indexStart }

  /// Where the index says that the segment starts, unless that is nowhere near its fragment.
  func trustedIndexStart(_ fragment: MediaTime?) -> MediaTime? {
    guard let indexStart, let fragment else { return indexStart }
    let distance = abs(fragment.seconds(since: indexStart))
    return distance <= FragmentClock.jumpLimit ? indexStart : nil
  }
}

extension ISOMediaParser {
  func note(
    _ id: NoteID,
    at position: StreamPosition?,
    in initialization: InitializationPlace? = nil,
    _ detail: String
  ) {
    let note = StreamNote(
      id: id,
      segment: initialization?.uri,
      offset: initialization?.offset ?? position?.offset,
      detail: detail
    )
    deliver(ParsedEvent(.note(note), in: (position ?? self.position).segment))
  }

  func note(jump: Double, at position: StreamPosition, time: Double?) {
    // Rounded down to tenths, as for transport streams.
    let tenths = Int64(exactly: (abs(jump) * 10).rounded(.down)) ?? .max
    let words = jump < 0 ? "go back" : "jump ahead"
    let note = StreamNote(
      id: .jump(by: jump),
      time: time,
      measured: abs(jump),
      detail: "fragment times \(words) by \(tenths / 10).\(tenths % 10) s "
        + "without a declared discontinuity"
    )
    add(note, at: position)
  }
}

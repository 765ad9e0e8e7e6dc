import ISOMedia
import TransportStream

/// Parses timed ID3 in event message boxes and event tracks of ISO base media: fragmented MP4, CMAF and DASH segments,
/// as files or as segments of a rendition.
///
/// A message is usually queued until the fragment after it, or the end of its segment, which gives its time.
package final class ISOMediaParser: MediaParser {
  let options: ReaderOptions
  private var boxes = BoxWalker()
  var timeline = MessageTimeline()
  var queue = MessageQueue()
  var ready: [ParsedEvent] = []
  /// The event tracks, with the samples to read from the following media data.
  var eventTracks = EventTracks()
  /// The start and end of the latest fragment, in seconds of the run.
  private(set) var latestFragment: ClosedRange<Double>?
  /// The position of the latest fragment's box.
  private var fragmentPosition = StreamPosition.start
  /// The position of the current segment's first byte in the run.
  private var segmentStart: Int64 = 0
  var seen = SeenMessages()
  var splices = SpliceFilter()
  var tagCount = 0
  var hasBrand = false
  /// Whether any box listed brands.
  var hasBrands = false
  /// The time from the first to the last frame of the current segment, in seconds of the run.
  package private(set) var frames: ClosedRange<Double>?
  var hasNotedFlood = false
  /// Whether the parser is between a movie fragment and its media data.
  private var isInsideFragment = false

  /// Whether a movie fragment or media data of the current segment has been found.
  private var hasMediaData = false
  /// Whether the current segment ends within a box, or could not be read completely.
  private var isSegmentCut = false
  /// A message that was cut by the end of a segment. It is held until it is known whether another segment follows.
  var cutMessage: (message: IncomingMessage, placement: IncomingMessage.Placement)?
  /// The part of the input that is missing before the next fragment; nil if nothing is missing.
  private var missing: MissingPart?

  /// Whether a box was found, which shows that the input is ISO base media.
  package private(set) var hasMedia = false
  package private(set) var hasReachedLimit = false

  /// Makes a parser that adds `messageShifts`, in seconds, to the presentation times of event messages.
  package init(options: ReaderOptions, messageShifts: [DeclaredEventStream: Double] = [:]) {
    self.options = options
    timeline.messageShifts = messageShifts
  }

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
    // After the limit, unread content is not a fault of the segment.
    guard !hasReachedLimit else { return facts }
    // The content after a truncated box is unknown.
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

  /// Uses the initialization section of the following segments. Its tracks replace the earlier tracks.
  private func use(_ section: InitializationSection) {
    var hasInitializationType = false
    /// The position of the box that is being read.
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

  /// Added to notes on messages before `ftyp`, to name a packager that writes them there.
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
      case .segmentIndex: timeline.receive(try SegmentIndex(parsing: payload))
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

  /// The brand for ID3 in event messages (id3-emsg, section 3).
  private static let brand: BoxType = "aid3"

  /// Reads the brands in `ftyp` or `styp`: the major brand, the minor version, and then the compatible brands.
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
    // After a jump, a message that seems to be a repeat may be the same content at another time.
    if !jumps.isEmpty { seen.removeAll() }
    let isAfterHole = missing != nil
    noteMissing(until: time)
    release(fragment: range)
    // A missing part explains the jump, so the jump is not reported.
    if !isAfterHole { for jump in jumps { note(jump: jump, at: position, time: time) } }
    hasNotedFlood = false
    expect(fragment.events, at: position)
    // Ten more seconds are read, because tags may be a little before or after the fragments to which they belong.
    if let limit = options.limitSeconds, let time, time > limit + 10 { hasReachedLimit = true }
  }

  // MARK: - Event tracks

  /// Requests the samples of event tracks in the media data of a fragment whose box is at `position`.
  private func expect(_ events: [EventTracks.Fragment], at position: StreamPosition) {
    fragmentPosition = position
    let notes = eventTracks.expect(events, at: position.distance, inSegmentAt: segmentStart)
    for note in notes { add(note, at: position) }
    boxes.want(eventTracks.places)
  }

  /// Delivers notes about event tracks, which have no position.
  func add(_ notes: [StreamNote]) {
    for note in notes { deliver(ParsedEvent(.note(note), in: position.segment)) }
  }

  func add(_ note: StreamNote, at position: StreamPosition) {
    deliver(ParsedEvent(note, at: position))
  }

  /// Delivers a note after the messages that are queued before it.
  func deliver(_ note: ParsedEvent) {
    if queue.isEmpty { ready.append(note) } else { queue.append(note) }
  }

  /// Reports the missing part of the input before the queued messages, which come after it.
  private func noteMissing(until end: Double?) {
    if let missing { ready.append(missing.note(until: end)) }
    missing = nil
  }

  /// Reports the samples that were not found in the media data, unless the segment could not be read completely.
  private func noteMissingSamples() {
    guard let (note, place) = eventTracks.takeMissing(), !isSegmentCut else { return }
    add(note, at: fragmentPosition.advanced(by: place - fragmentPosition.distance))
  }
}

/// The start of the current segment. The times of version 0 messages are relative to it.
struct SegmentState {
  /// The start according to the segment's indexes.
  private var indexStart: MediaTime?
  /// The start of the segment; nil if not known yet.
  private(set) var start: MediaTime?
  /// Whether the start is a guess, because no box marks the beginning of a segment.
  private(set) var isEstimated = false
  private(set) var hasFragment = false

  /// Records the start time of an index. Each track may have its own index; the earliest time is used.
  mutating func receiveIndex(startingAt time: MediaTime?) {
    guard let time else { return }
    if let indexStart, indexStart.seconds(since: time) <= 0 { return }
    indexStart = time
  }

  /// Records the start of the next fragment; nil if unknown. If no box marks the beginning of
  /// segments, every fragment counts as a segment.
  mutating func receiveFragment(at fragment: MediaTime?, isDelimited: Bool) {
    defer { hasFragment = true }
    guard start != nil else {
      start = trustedIndexStart(fragment) ?? fragment
      return
    }
    guard !isDelimited, let fragment else { return }
    (start, isEstimated) = (fragment, true)
  }

  /// Records that no fragment follows: if the start is unknown, the start of the index is used.
  mutating func settle() { start = start ?? indexStart }

  /// The start according to the index; nil if there is none, or if it is too far from the start of the fragment.
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
    // Seconds are rounded down to tenths, as for transport streams.
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

import ID3
import NielsenTag
import TransportStream

/// Parses the ID3 tags before, between and after the audio frames of packed audio (RFC 8216, section 3.4). Time
/// advances with every frame, and is set by time stamp tags. Before the first time stamp, `pts` is nil, and time counts
/// from the first frame.
///
/// A tag has the time of the frame after it. An ID3v1 trailer is skipped.
package final class PackedAudioParser: MediaParser {
  private let options: ReaderOptions
  private let isRendition: Bool
  private var walker = AudioFrameWalker()
  private var clock = PackedAudioClock()
  package private(set) var hasReachedLimit = false

  /// Tags that wait for the frame after them.
  private var pending: [ParsedTag] = []
  private var pendingByteCount = 0
  /// The total size of the waiting tags, in bytes, above which they no longer wait for a frame: 4 MiB.
  private static let maximumPendingByteCount = 4 << 20

  /// Whether there has been a time stamp since the last frame or the start of the segment. A second one is ignored.
  private var hasStamp = false
  /// The note that the latest segment ends within a tag. If it is the last segment, the input ends there too.
  private var cutTag: ParsedEvent?
  private var segmentHasStamp = false
  private var segmentCount = 0
  private var segmentStart = StreamPosition.start
  /// The start of the segment that ended last, if that segment had no time stamp; otherwise nil.
  private var unstamped: StreamPosition?
  /// The fault in a tag that was probably meant as the segment's time stamp; nil if there is no such tag.
  private var nearlyStamp: String?
  private var tagCount = 0
  /// The part of the input that is missing before the next frame; nil if nothing is missing.
  private var missing: MissingPart?
  /// Whether any part of the input is missing. The segments are then parts of one stream, and need no time stamps.
  private var hasHoles = false
  /// The duration of the latest frame of the segment, in seconds.
  private var latestFrame: Double?
  private var codec: PackedCodec?
  /// The start of the segment's first frame, in 90 kHz ticks.
  private var firstFrameStart: Int64?

  private struct ParsedTag {
    var tag: TimedTag
    var segment: Int
  }

  /// Makes a parser. If `isRendition` is true, every segment must have a time stamp, as RFC 8216 requires.
  package init(options: ReaderOptions, isRendition: Bool = false) {
    self.options = options
    self.isRendition = isRendition
  }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    clock.origin.map { MediaOrigin(seconds: Timestamp.inSeconds($0), wraps: true) }
  }

  package var hasMedia: Bool { clock.hasStarted || tagCount > 0 }

  package var reachedTime: Double? { clock.hasStarted ? Timestamp.inSeconds(clock.time) : nil }

  package var frames: ClosedRange<Double>? {
    firstFrameStart.map { start in
      Timestamp.inSeconds(min(start, clock.time))...Timestamp.inSeconds(clock.time)
    }
  }

  // MARK: - The input

  package func begin(_ segment: SegmentStart, into events: inout [ParsedEvent]) {
    walker.begin(segment)
    guard !segment.isPart else { return }
    deliverPending(into: &events)
    latestFrame = nil
    segmentCount += 1
    hasHoles = hasHoles || segment.hole != nil
    if var note = cutTag, case .note(let cut) = note.event {
      note.event = .note(cut.cutTag(before: "the end of the segment"))
      events.append(note)
    }
    cutTag = nil
    noteUnstamped(into: &events)
    segmentStart = walker.input.position
    (segmentHasStamp, hasStamp) = (false, false)
    if let words = segment.hole {
      noteMissing(into: &events)
      missing = MissingPart(words: words, position: segmentStart, start: reachedTime)
    }
  }

  package func feed(_ bytes: UnsafeRawBufferPointer, into events: inout [ParsedEvent]) {
    walker.input.feed(bytes) { walk(into: &events) }
  }

  package func endSegment(into events: inout [ParsedEvent]) -> SegmentFacts {
    walker.input.end { walk(into: &events) }
    if !segmentHasStamp, !hasReachedLimit { unstamped = segmentStart }
    defer { firstFrameStart = nil }
    return SegmentFacts(media: .packedAudio, frames: frames)
  }

  package func finish(into events: inout [ParsedEvent]) {
    deliverPending(into: &events)
    if let cutTag { events.append(cutTag) }
    cutTag = nil
    noteUnstamped(into: &events)
    noteMissing(into: &events)
  }

  /// Reports the latest segment if it lacks a time stamp that it needs. Segments need one if they belong to a
  /// rendition, or if there are several and none is missing.
  private func noteUnstamped(into events: inout [ParsedEvent]) {
    if let unstamped, isRendition || segmentCount > 1 && !hasHoles {
      let words = "no timestamp tag" + (nearlyStamp.map { ": \($0)" } ?? "")
      let note = StreamNote(id: .packedAudioTimestamp, detail: words)
      events.append(ParsedEvent(note, at: unstamped))
    }
    unstamped = nil
    nearlyStamp = nil
  }

  private func walk(into events: inout [ParsedEvent]) {
    while !hasReachedLimit {
      let step: AudioFrameWalker.Step
      do { step = try walker.next() } catch { return }
      switch step {
      case .frame(let header):
        if let limit = options.limitSeconds, Timestamp.inSeconds(clock.time) > limit {
          hasReachedLimit = true
          return
        }
        receive(header, into: &events)
      case .tag(let bytes, let position): receive(bytes, at: position, into: &events)
      case .cutTag(let bytes, let position, let note):
        let event = ParsedEvent(note, at: position)
        if note.id == .tagAtInputEnd { cutTag = event } else { events.append(event) }
        if let bytes { receive(bytes, at: position, notes: [.tagTruncated], into: &events) }
      case .note(let note, let position): events.append(ParsedEvent(note, at: position))
      case .endOfSegment: return
      }
    }
  }

  private func receive(_ header: AudioFrameHeader, into events: inout [ParsedEvent]) {
    codec = header.codec.packed
    // A frame without samples plays at the same time as the previous one.
    if header.sampleCount > 0 { deliverPending(beforeFrame: true, into: &events) }
    if firstFrameStart == nil { firstFrameStart = clock.time }
    clock.advance(by: header)
    if header.sampleCount > 0 {
      latestFrame = Double(header.sampleCount) / Double(header.sampleRate)
    }
    hasStamp = false
  }

  package var summary: InputSummary {
    options.summary(.packedAudio, seconds: reachedTime, tags: tagCount)
  }

  // MARK: - Tags

  private func receive(
    _ bytes: [UInt8],
    at position: StreamPosition,
    notes: [NoteID] = [],
    into events: inout [ParsedEvent]
  ) {
    var tag = TimedTag(
      origin: .packedAudio(codec: nil, precedingFrame: nil),
      offset: position.offset,
      bytes: bytes,
      notes: notes
    )
    tag.parse()
    if let stamp = tag.tag.flatMap({ TransportStreamTimestamp($0) }) {
      tag.notes += setClock(stamp, at: position, into: &events)
    } else if !segmentHasStamp, nearlyStamp == nil {
      nearlyStamp = tag.tag.flatMap(TransportStreamTimestamp.fault(ofOwnerIn:))
    }
    pending.append(ParsedTag(tag: tag, segment: position.segment))
    pendingByteCount += bytes.count + MemoryLayout<TimedTag>.size
    if pendingByteCount > Self.maximumPendingByteCount { deliverPending(into: &events) }
  }

  /// Sets the clock from a time stamp. Returns notes on irregularities.
  private func setClock(
    _ timestamp: TransportStreamTimestamp,
    at position: StreamPosition,
    into events: inout [ParsedEvent]
  ) -> [NoteID] {
    var notes: [NoteID] = []
    if let fault = timestamp.fault {
      let note = StreamNote(id: .packedAudioTimestamp, detail: fault)
      events.append(ParsedEvent(note, at: position))
      notes.append(note.id)
    }
    guard let stamp = timestamp.stamp, !hasStamp else { return notes }
    hasStamp = true
    segmentHasStamp = true
    let jump = clock.set(to: stamp)
    // A missing part explains the jump, so the jump is not reported.
    guard missing == nil, let jump else { return notes }
    let note = StreamNote(
      id: .jump(by: jump),
      measured: Timestamp.inSeconds(abs(jump)),
      detail: PresentationClock.words(forJump: jump)
    )
    events.append(ParsedEvent(note, at: position))
    return notes + [note.id]
  }

  /// Delivers the waiting tags with the time of the next frame.
  private func deliverPending(beforeFrame: Bool = false, into events: inout [ParsedEvent]) {
    if beforeFrame || !pending.isEmpty { noteMissing(into: &events) }
    for waiting in pending {
      var tag = waiting.tag
      tagCount += 1
      tag.time = clock.hasStarted || beforeFrame ? Timestamp.inSeconds(clock.time) : nil
      tag.pts = clock.stamp
      tag.origin = .packedAudio(codec: codec, precedingFrame: latestFrame)
      tag.mediaClock = clock.mediaClock
      if options.wants(tag) {
        ParsedEvent(.tag(tag), in: waiting.segment).appendWithMark(to: &events)
      }
    }
    pending.removeAll(keepingCapacity: true)
    pendingByteCount = 0
  }

  /// Reports a missing part, after which the content continues at the time that has been reached.
  private func noteMissing(into events: inout [ParsedEvent]) {
    guard let missing else { return }
    self.missing = nil
    events.append(missing.note(until: reachedTime))
  }
}

import ID3
import NielsenTag
import TransportStream

/// Reads the ID3 tags of packed audio (RFC 8216, section 3.4): before the audio frames, between
/// them and after them. The frames give the time; time stamp tags set it. Without one `pts` is nil and
/// time counts from the first frame.
///
/// A tag has the time of the frame after it. An ID3v1 trailer is skipped.
package final class PackedAudioReader: MediaReader {
  private let input: MediaInput
  private let isRendition: Bool
  private var frames: AudioFrameWalker
  private var clock = PackedAudioClock()
  private var events: [TimedMetadataEvent] = []
  private var delivered = 0
  private var failure: TimedMetadataError?
  private var hasEnded = false

  /// Tags that wait for the frame after them.
  private var pending: [TimedTag] = []
  private var pendingByteCount = 0
  /// Waiting tags are delivered when they reach this size in bytes: 4 MiB.
  private static let maximumPendingByteCount = 4 << 20

  /// A time stamp was seen since the last frame; a second one says nothing new.
  private var hasStamp = false
  /// The note that the current part ends within a tag. Only when it is the last part, so does the input.
  private var cutTag: StreamNote?
  private var partHasStamp = false
  private var partCount = 1
  private var partStart: Int64 = 0
  private var tagCount = 0
  /// A part that is missing before the next frame.
  private var missing: MissingPart?
  /// A part that is missing is known of: the parts are those of one stream, which need no time stamp each.
  private var hasHoles = false
  /// Seconds of the latest frame of the part.
  private var latestFrame: Double?
  /// Where the first frame of the part starts, in 90 kHz ticks.
  private var partFrameStart: Int64?

  /// With `isRendition` every part must begin with a time stamp, as segments of a playlist do.
  package init(_ chunks: ChunkReader, options: ReaderOptions, isRendition: Bool = false) {
    self.isRendition = isRendition
    input = MediaInput(chunks, options: options)
    frames = AudioFrameWalker(input)
  }

  // MARK: - MediaReader

  package func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = nextDelivery() { return event }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard !hasEnded else { return nil }
      do {
        try advance()
      } catch {
        deliverPending()
        failure = error
        hasEnded = true
      }
    }
  }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    clock.origin.map { MediaOrigin(seconds: Timestamp.inSeconds($0), wraps: true) }
  }

  package var hasMedia: Bool { clock.hasStarted || tagCount > 0 }

  package var reachedTime: Double? { clock.hasStarted ? Timestamp.inSeconds(clock.time) : nil }

  @inline(never)
  private func nextDelivery() -> TimedMetadataEvent? {
    guard delivered < events.count else {
      events.removeAll(keepingCapacity: true)
      delivered = 0
      return nil
    }
    defer { delivered += 1 }
    return events[delivered]
  }

  package var partFrames: ClosedRange<Double>? {
    partFrameStart.map { start in
      Timestamp.inSeconds(min(start, clock.time))...Timestamp.inSeconds(clock.time)
    }
  }

  package func takePartFacts() -> PartFacts? {
    defer { partFrameStart = nil }
    return PartFacts(media: .packedAudio, frames: partFrames)
  }

  // MARK: - Walking

  private func advance() throws(TimedMetadataError) {
    let step = try frames.next()
    // The next part is waited for here, on thousands of stacks.
    if case .endOfPart = step { return try endPart() }
    take(step)
  }

  @inline(never)
  private func take(_ step: AudioFrameWalker.Step) {
    switch step {
    case .frame(let header):
      if let limit = input.options.limitSeconds, Timestamp.inSeconds(clock.time) > limit {
        return end()
      }
      // A frame that only adds to the one before it begins no new time.
      if header.sampleCount > 0 { deliverPending(beforeFrame: true) }
      if partFrameStart == nil { partFrameStart = clock.time }
      clock.advance(by: header)
      if header.sampleCount > 0 {
        latestFrame = Double(header.sampleCount) / Double(header.sampleRate)
      }
      hasStamp = false
    case .tag(let bytes, let offset):
      receive(bytes, offset: offset)
    case .cutTag(let bytes, let offset, let note):
      if note.id == .tagAtInputEnd { cutTag = note } else { events.append(.note(note)) }
      if let bytes { receive(bytes, offset: offset, notes: [.tagTruncated]) }
    case .note(let note):
      events.append(.note(note))
    case .endOfPart:
      break
    }
  }

  @inline(never)
  private func endPart() throws(TimedMetadataError) {
    deliverPending()
    latestFrame = nil
    let (start, hadStamp) = (partStart, partHasStamp)
    let hasNext = try input.beginNextPart()
    if let cutTag {
      events.append(.note(hasNext ? cutTag.cutTag(before: "the end of the segment") : cutTag))
    }
    cutTag = nil
    hasHoles = hasHoles || hasNext && input.hole != nil
    if !hadStamp, isRendition || (hasNext || partCount > 1) && !hasHoles {
      note(.packedAudioTimestamp, at: start, "no timestamp tag")
    }
    guard hasNext else { return end() }
    partCount += 1
    partStart = input.offset
    partHasStamp = false
    hasStamp = false
    frames.beginPart()
    if let words = input.hole {
      noteMissing()
      let start = clock.hasStarted ? Timestamp.inSeconds(clock.time) : nil
      missing = MissingPart(words: words, offset: partStart, start: start)
    }
  }

  private func end() {
    hasEnded = true
    deliverPending()
    noteMissing()
    events.append(.end(summary))
  }

  package var summary: InputSummary {
    let limit = input.options.limitSeconds ?? .infinity
    let stream = StreamSummary(program: nil, pid: nil, declared: false, tags: tagCount)
    var summary = InputSummary(
      duration: reachedTime.map { min($0, limit) },
      streams: tagCount > 0 ? [stream] : [],
      byteCount: input.byteCount
    )
    summary.media = [.packedAudio]
    return summary
  }

  // MARK: - Tags

  private func receive(_ bytes: [UInt8], offset: Int64, notes: [NoteID] = []) {
    var tag = TimedTag(
      carriage: .packedAudio,
      offset: offset,
      bytes: bytes,
      tag: nil,
      nielsen: nil,
      notes: notes
    )
    tag.parse()
    if let stamp = tag.tag.flatMap({ TransportStreamTimestamp($0) }) {
      tag.notes += setClock(stamp, offset: offset)
    }
    pending.append(tag)
    pendingByteCount += bytes.count + MemoryLayout<TimedTag>.size
    if pendingByteCount > Self.maximumPendingByteCount { deliverPending() }
  }

  /// Takes a time stamp; returns what is unusual about it.
  private func setClock(_ timestamp: TransportStreamTimestamp, offset: Int64) -> [NoteID] {
    var notes: [NoteID] = []
    if let fault = timestamp.fault {
      note(.packedAudioTimestamp, at: offset, fault)
      notes.append(.packedAudioTimestamp)
    }
    guard let stamp = timestamp.stamp, !hasStamp else { return notes }
    hasStamp = true
    partHasStamp = true
    let jump = clock.set(to: stamp)
    // A missing part explains a jump.
    guard missing == nil else { return notes }
    switch jump {
    case .backward(let ticks):
      let words = "PTS back by \(Timestamp.seconds(ticks)) without discontinuity"
      note(.clockBackward, at: offset, jump: ticks, words)
      notes.append(.clockBackward)
    case .forward(let ticks):
      let words = "PTS jumps \(Timestamp.seconds(ticks)) without discontinuity"
      note(.clockJump, at: offset, jump: ticks, words)
      notes.append(.clockJump)
    case nil: break
    }
    return notes
  }

  /// Gives the tags that waited the time of the next frame.
  private func deliverPending(beforeFrame: Bool = false) {
    if beforeFrame || !pending.isEmpty { noteMissing() }
    for var tag in pending {
      tagCount += 1
      tag.time = clock.hasStarted || beforeFrame ? Timestamp.inSeconds(clock.time) : nil
      tag.pts = clock.stamp
      tag.precedingFrame = latestFrame
      if input.options.wants(tag) { events.append(.tag(tag)) }
    }
    pending.removeAll(keepingCapacity: true)
    pendingByteCount = 0
  }

  /// Notes what is missing, once the time is known at which the content continues.
  private func noteMissing() {
    guard let missing else { return }
    self.missing = nil
    events.append(
      .note(missing.note(until: clock.hasStarted ? Timestamp.inSeconds(clock.time) : nil))
    )
  }

  private func note(_ id: NoteID, at offset: Int64, jump: Int64? = nil, _ detail: String) {
    let seconds = jump.map { Timestamp.inSeconds($0) }
    events.append(.note(StreamNote(id: id, offset: offset, measured: seconds, detail: detail)))
  }
}

import ID3
import NielsenTag
import TransportStream

/// Reads the timed ID3 of one transport stream: sieve, demultiplexer, splitting.
package final class TransportStreamReader: MediaReader {
  let reader: ChunkReader
  let options: ReaderOptions
  let sieve: PIDSieve
  private var events = Fifo<TimedMetadataEvent>()
  private var splitters: [UInt16: TagSplitter] = [:]
  private(set) var streams: [UInt16: StreamTags] = [:]
  private var spliceReader = SpliceReader()
  /// Whether the part has been read to its end, and its events have been delivered.
  private var isPartOver = false
  private var hasEnded = false
  /// The error of the source: it is thrown after the events before it.
  private var failure: TimedMetadataError?

  /// The most bytes that are searched for the first packet: 256 MiB. The input may have no end.
  private static let maximumJunk: Int64 = 256 << 20
  /// Seconds read past the limit, so that the last tags before it arrive: no decoder may hold data
  /// for more than a second (ISO/IEC 13818-1, 2.4.2.6), so streams of a program are no further apart.
  private static let limitMargin = 2.0
  /// Bytes of a large file whose PES packets are demultiplexed in one call of libavformat: 4 MiB, which are read within
  /// some milliseconds. Other inputs may wait after each chunk.
  private static let bytesAtOnce: Int64 = 4 << 20
  /// The time within which all packets of a PES packet arrive: 2 s.
  private static let longestPES = 2 * Timestamp.ticksPerSecond

  /// Reads what `reader` has left; its next byte is at `startOffset` of the input.
  package init(_ reader: ChunkReader, options: ReaderOptions, startOffset: Int64) {
    self.reader = reader
    self.options = options
    sieve = PIDSieve(startOffset: startOffset)
    sieve.reminder = options.reminder.flatMap {
      Int64(exactly: ($0 * Double(Timestamp.ticksPerSecond)).rounded())
    }
  }

  /// Whether a packet was seen: the input is a transport stream.
  package var hasMedia: Bool { sieve.packetCount > 0 }

  package var packetCount: Int64? { sieve.packetCount }

  /// The next event; nil after the summary.
  package func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = events.popFirst() { return event }
      if let failure {
        self.failure = nil
        throw failure
      }
      guard !hasEnded else { return nil }
      try advance()
    }
  }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    let number = program.flatMap { UInt16(exactly: $0) }
    return sieve.clockOrigin(ofProgram: number).map {
      MediaOrigin(seconds: Timestamp.inSeconds($0), wraps: true)
    }
  }

  package var reachedTime: Double? {
    sieve.duration().map(Timestamp.inSeconds)
  }

  package var partFrames: ClosedRange<Double>? { range(sieve.framesSeen) }

  private func range(_ frames: ClosedRange<Int64>?) -> ClosedRange<Double>? {
    frames.map { Timestamp.inSeconds($0.lowerBound)...Timestamp.inSeconds($0.upperBound) }
  }

  package func takePartFacts() -> PartFacts? {
    let seen = sieve.takeTablesSeen()
    let video = range(sieve.videoFramesSeen)
    let frames = range(sieve.takeFramesSeen())
    return PartFacts(
      media: .transportStream,
      frames: frames,
      videoFrames: video,
      tables: SegmentTables(seen)
    )
  }

  // MARK: - The input

  /// Reads on, and takes what the sieve hands out.
  private func advance() throws(TimedMetadataError) {
    do throws(TimedMetadataError) {
      let end = reader.byteCount + Self.bytesAtOnce
      repeat {
        hasEnded = try isPartOver ? !beginNextPart() : !readChunk()
      } while reader.isLargeFile && !hasEnded && !isPartOver && reader.byteCount < end
    } catch {
      hasEnded = true
      failure = error
    }
    if hasEnded { sieve.finish() }
    do throws(LibavError) {
      try takeItems()
    } catch {
      hasEnded = true
      throw TimedMetadataError(
        .demuxer,
        input: reader.source.name,
        reason: "libavformat gave up: \(error)",
        remedy: "report it with the file"
      )
    }
    if hasEnded { end() }
  }

  /// Sieves the next chunk. False: the limit is reached.
  private func readChunk() throws(TimedMetadataError) -> Bool {
    if options.isCancelled() { throw .interrupted(input: reader.source.name) }
    try reader.readMore()
    let headers = reader.packetHeaders
    reader.use(sieve.process(reader.bytes, isLast: reader.isAtEnd, headers: headers))
    reader.expectPackets(every: sieve.stride)
    options.progress(reader.byteCount, reader.source.size)
    if sieve.packetCount == 0, reader.byteCount > Self.maximumJunk {
      throw TimedMetadataError(
        .unknownKind,
        input: reader.source.name,
        reason: "holds no transport stream packet in its first 256 MiB",
        remedy: "name a transport stream"
      )
    }
    isPartOver = reader.isAtEnd
    return !hasReachedLimit
  }

  /// Continues with the next part of the input. Returns false at the end of the input.
  private func beginNextPart() throws(TimedMetadataError) -> Bool {
    isPartOver = false
    guard try reader.beginNextPart() else { return false }
    if let hole = reader.source.hole { sieve.beginAfterHole(hole) }
    return true
  }

  private var hasReachedLimit: Bool {
    let program = options.program.flatMap { UInt16(exactly: $0) }
    guard let limit = options.limitSeconds, let now = sieve.now(ofProgram: program) else {
      return false
    }
    return Timestamp.inSeconds(now) > limit + Self.limitMargin
  }

  // MARK: - Events

  /// Takes what the sieve hands out, and demultiplexes its PES packets in one call.
  private func takeItems() throws(LibavError) {
    var items: [SieveItem] = []
    var packets: [MetadataPES] = []
    while let item = sieve.next() {
      if case .pes(let pes) = item { packets.append(pes) }
      items.append(item)
    }
    var payloads = try Demuxer.payloads(of: packets)[...]
    for item in items {
      switch item {
      case .pes(let pes): receive(pes, payloads.popFirst() ?? [])
      case .gap(let pid): splitters[pid]?.noteGap()
      case .audioFrame(let number, let pid): streams[pid]?.receiveAudio(ofPES: number)
      case .note(let note): deliver(StreamNote(note))
      case .splice(let section): receive(section)
      }
    }
  }

  /// Takes a PES packet and the payloads that libavformat found in it.
  private func receive(_ packet: MetadataPES, _ payloads: [Demuxer.Payload]) {
    var pes = packet
    pes.packets = []
    streams[pes.pid, default: StreamTags()].receive(pes)
    if payloads.isEmpty, let note = StreamNote(emptyPES: pes) { deliver(note) }
    for (index, payload) in payloads.enumerated() {
      let piece = TagSplitter.Piece(
        bytes: payload.bytes,
        // libavformat reads a PTS also where the header is too short for it.
        pts: pes.header?.pts == nil ? nil : payload.pts,
        pes: pes,
        isIncomplete: payload.isIncomplete || pes.isBroken && index == payloads.count - 1,
        continuesPES: pes.isContinuation || index > 0
      )
      deliver(splitters[pes.pid, default: TagSplitter()].append(piece), pid: pes.pid)
    }
  }

  /// Takes splice information. Sections of other programs than the one asked for are left out.
  private func receive(_ section: SpliceSection) {
    guard options.program ?? Int(section.program) == section.program else { return }
    for event in spliceReader.events(of: section, limitSeconds: options.limitSeconds) {
      events.append(event)
    }
  }

  private func deliver(_ note: StreamNote) {
    if concernsSelection(note) { events.append(.note(note)) }
  }

  private func deliver(_ results: [TagSplitter.Result], pid: UInt16) {
    for result in results {
      switch result {
      case .note(let note): deliver(note)
      case .tag(let found):
        streams[pid, default: StreamTags()].count(found.pes)
        let tag = TimedTag(found, pid: pid)
        if options.wants(tag) { events.append(.tag(tag)) }
      }
    }
  }

  private func end() {
    for pid in splitters.keys.sorted() {
      deliver(splitters[pid]?.finish(isAtEnd: isAtEnd) ?? [], pid: pid)
    }
    if failure == nil { events.append(.end(summary)) }
  }

  /// Whether the content ends soon after a PES packet: packets of one PES are close together.
  private func isAtEnd(_ pes: MetadataPES) -> Bool {
    guard let start = pes.time, let end = sieve.contentDuration(ofProgram: pes.program) else {
      return false
    }
    return end - start <= Self.longestPES
  }
}

extension TimedTag {
  /// A tag that the splitter found in PES packets of a PID.
  fileprivate init(_ found: TagSplitter.Found, pid: UInt16) {
    self.init(
      carriage: .tsPES,
      program: found.pes?.program.map { Int($0) },
      pid: Int(pid),
      offset: found.pes?.offset,
      pts: found.pts,
      transport: found.transport,
      time: found.pes?.time.map(Timestamp.inSeconds),
      bytes: found.bytes,
      tag: nil,
      nielsen: nil,
      notes: found.notes
    )
    trailing = found.trailing
    lastOffset = (found.lastPES ?? found.pes)?.lastOffset
    if found.isBarePayload {
      nielsen = NielsenPayload(bytes: found.bytes)
    } else {
      parse()
    }
    if case .estimated = found.pes?.placement { notes.append(.clockEstimated) }
    switch found.pes?.jump {
    case .backward: notes.append(.clockBackward)
    case .forward: notes.append(.clockJump)
    case nil: break
    }
  }
}

extension StreamNote {
  /// The note of a PES packet in which libavformat found no payload; nil if the sieve has noted that by its length, or if
  /// not even its header is whole.
  fileprivate init?(emptyPES pes: MetadataPES) {
    guard let header = pes.header, header.packetLength == 0, !pes.isContinuation else { return nil }
    self.init(
      id: .pesEmpty,
      time: pes.time.map(Timestamp.inSeconds),
      offset: pes.offset,
      pid: Int(pes.pid),
      program: pes.program.map { Int($0) },
      detail: "empty PES"
    )
  }

  init(_ note: TransportNote) {
    self.init(
      id: NoteID(rawValue: note.rule),
      time: note.time.map(Timestamp.inSeconds),
      offset: note.offset,
      pid: note.pid.map { Int($0) },
      program: note.program.map { Int($0) },
      amount: note.amount,
      measured: note.measured.map(Timestamp.inSeconds),
      detail: note.detail
    )
    concernsTables = note.concernsTables
  }
}

import ID3
import NielsenTag
import TransportStream

/// Parses the timed ID3 tags of a transport stream: filters the PIDs, demultiplexes the PES packets, and splits their
/// payloads into tags. Some packagers write ID3 tags before the first packet of a segment. These are delivered like
/// tags of packed audio, at the time reached before the segment. They are left out if a program or PID is selected.
package final class TransportStreamParser: MediaParser {
  let options: ReaderOptions
  let sieve = PIDSieve()
  private let name: String
  private(set) var streams: [UInt16: TagSplitter] = [:]
  /// For each ID3 PID, how many of its PES packets have the PTS of an audio PES packet.
  private(set) var audioFrames: [UInt16: AudioFrameMatches] = [:]
  private var spliceReader = SpliceReader()
  private var packetsBefore: Int64 = 0
  /// The first bytes of a segment while they may belong to an ID3 tag; nil if packets are expected.
  private var leading: [UInt8]? = []
  private var hasLeadingTag = false
  /// The number of bytes after which the PES packets in these bytes are demultiplexed together.
  private let bytesAtOnce: Int
  /// The number of bytes whose PES packets have not been demultiplexed yet.
  private var byteCount = 0

  /// The number of bytes that are searched for the first packet: 256 MiB. The input may be endless.
  private static let maximumJunk: Int64 = 256 << 20
  /// Seconds that are read beyond the limit, so that the last tags before the limit arrive. The streams of a program
  /// are usually at most one second apart (ISO/IEC 13818-1, 2.4.2.6).
  private static let limitMargin = 2.0
  /// The time within which all transport packets of a PES packet are assumed to arrive, in 90 kHz ticks: 2 s.
  private static let longestPES = 2 * Timestamp.ticksPerSecond

  /// Makes a parser for the input `name`. PES packets are demultiplexed after every `bytesAtOnce` bytes; 0 means after
  /// each call of `feed(_:into:)`.
  package init(name: String, options: ReaderOptions, bytesAtOnce: Int = 0) {
    self.name = name
    self.options = options
    self.bytesAtOnce = bytesAtOnce
    sieve.reminder = options.reminder.flatMap {
      Int64(exactly: ($0 * Double(Timestamp.ticksPerSecond)).rounded())
    }
  }

  /// Whether a packet was found, which shows that the input is a transport stream.
  package var hasMedia: Bool { sieve.packetCount > 0 }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    let number = program.flatMap { UInt16(exactly: $0) }
    return sieve.clockOrigin(ofProgram: number).map {
      MediaOrigin(seconds: Timestamp.inSeconds($0), wraps: true)
    }
  }

  package var reachedTime: Double? {
    sieve.duration().map(Timestamp.inSeconds)
  }

  /// The reached time, or the number of packets, including padding, if the stream has no clock.
  package var mark: Double? { reachedTime ?? (hasMedia ? Double(sieve.packetCount) : nil) }

  package var frames: ClosedRange<Double>? { Self.seconds(sieve.framesSeen) }

  private static func seconds(_ frames: ClosedRange<Int64>?) -> ClosedRange<Double>? {
    frames.map { Timestamp.inSeconds($0.lowerBound)...Timestamp.inSeconds($0.upperBound) }
  }

  package var hasReachedLimit: Bool {
    let program = options.program.flatMap { UInt16(exactly: $0) }
    guard let limit = options.limitSeconds, let now = sieve.now(ofProgram: program) else {
      return false
    }
    return Timestamp.inSeconds(now) > limit + Self.limitMargin
  }

  // MARK: - The input

  package func begin(_ start: SegmentStart, into events: inout [ParsedEvent]) {
    if let words = start.hole { sieve.beginAfterHole(words) }
    sieve.begin(segment: start.number, at: start.offset, after: leading?.count ?? 0)
    guard !start.isPart else { return }
    packetsBefore = sieve.packetCount
    (leading, hasLeadingTag) = ([], false)
  }

  package func feed(
    _ bytes: UnsafeRawBufferPointer,
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError) {
    if leading == nil {
      sieve.feed(bytes)
    } else {
      readLeadingTags(bytes, isLast: false, into: &events)
    }
    byteCount += bytes.count
    if byteCount >= bytesAtOnce { try takeItems(into: &events) }
    if sieve.packetCount == 0, sieve.position.distance > Self.maximumJunk {
      throw TimedMetadataError(
        .unknownKind,
        input: name,
        reason: "contains no transport stream packet in its first 256 MiB",
        remedy: "name a transport stream"
      )
    }
  }

  package func endPart(into events: inout [ParsedEvent]) throws(TimedMetadataError) {
    sieve.endPart()
    try takeItems(into: &events)
  }

  package func endSegment(
    into events: inout [ParsedEvent]
  ) throws(TimedMetadataError) -> SegmentFacts {
    readLeadingTags(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, into: &events)
    let content = sieve.endSegment()
    try takeItems(into: &events)
    return SegmentFacts(
      media: .transportStream,
      frames: Self.seconds(content.frames),
      videoFrames: Self.seconds(content.videoFrames),
      tables: content.tables,
      isGarbage: sieve.packetCount == packetsBefore
    )
  }

  package func finish(into events: inout [ParsedEvent]) throws(TimedMetadataError) {
    sieve.finish()
    try takeItems(into: &events)
    for pid in streams.keys.sorted() {
      deliver(streams[pid]?.finish(isAtEnd: isAtEnd) ?? [], into: &events)
    }
  }

  // MARK: - Tags before the packets

  /// Delivers the tags at the start of a segment, and passes the following bytes to the sieve.
  private func readLeadingTags(
    _ bytes: UnsafeRawBufferPointer,
    isLast: Bool,
    into events: inout [ParsedEvent]
  ) {
    guard var held = leading else { return }
    held += bytes
    while let size = ID3Header(held)?.tagSize, size <= HeldBytes.maximumTagSize,
      size <= held.count || !isLast
    {
      leading = held
      guard size <= held.count else { return }
      receiveLeadingTag(Array(held.prefix(size)), into: &events)
      held.removeFirst(size)
    }
    let isHeaderCut =
      held.count < ID3Header.byteCount && zip(held, TagEnvelope.fileID).allSatisfy { $0 == $1 }
    leading = isHeaderCut && !isLast ? held : nil
    guard leading == nil else { return }
    held.withUnsafeBytes { sieve.feed($0) }
  }

  private func receiveLeadingTag(_ bytes: [UInt8], into events: inout [ParsedEvent]) {
    let position = sieve.position
    sieve.skip(bytes.count)
    guard options.program == nil, options.pid == nil else { return }
    if !hasLeadingTag {
      let words = "ID3 tag before the first transport stream packet"
      events.append(ParsedEvent(StreamNote(id: .leadingID3, detail: words), at: position))
    }
    hasLeadingTag = true
    var tag = TimedTag(
      origin: .packedAudio(codec: nil, precedingFrame: nil),
      offset: position.offset,
      time: reachedTime ?? 0,
      bytes: bytes,
      notes: [.leadingID3]
    )
    tag.parse()
    events.append(ParsedEvent(.tag(tag), in: position.segment))
  }

  // MARK: - Events

  /// Processes the items of the sieve, and demultiplexes their PES packets together.
  private func takeItems(into events: inout [ParsedEvent]) throws(TimedMetadataError) {
    byteCount = 0
    let items = sieve.output.takeItems()
    let packets = items.compactMap { if case .pes(let pes) = $0 { pes } else { nil } }
    var payloads: ArraySlice<[PESPayload]>
    do throws(LibavError) {
      payloads = try Demuxer.payloads(of: packets)[...]
    } catch {
      throw TimedMetadataError(
        .demuxer,
        input: name,
        reason: "libavformat failed (\(error))",
        remedy: "report this error together with the file"
      )
    }
    for item in items {
      switch item {
      case .pes(let pes):
        audioFrames[pes.pid, default: AudioFrameMatches()].add(pes)
        let payloads = payloads.popFirst() ?? []
        if payloads.isEmpty, let note = StreamNote(emptyPES: pes) {
          deliver([ParsedEvent(.note(note), in: pes.position.segment)], into: &events)
        }
        for payload in payloads {
          deliver(streams[pes.pid, default: TagSplitter()].append(payload), into: &events)
        }
      case .gap(let pid): streams[pid]?.noteGap()
      case .note(let note):
        let event = ParsedEvent(.note(StreamNote(note)), in: note.position.segment)
        deliver([event], into: &events)
      case .splice(let section): receive(section, into: &events)
      }
    }
  }

  /// Processes a splice information section, unless it belongs to a program that is not selected.
  private func receive(_ section: SpliceSection, into events: inout [ParsedEvent]) {
    guard options.program ?? Int(section.program) == section.program else { return }
    for event in spliceReader.events(of: section, limitSeconds: options.limitSeconds) {
      events.append(ParsedEvent(event, in: section.position.segment))
    }
  }

  private func deliver(_ new: [ParsedEvent], into events: inout [ParsedEvent]) {
    for event in new {
      switch event.event {
      case .tag(let tag) where !options.wants(tag): continue
      case .note(let note) where !concernsSelection(note): continue
      default: event.appendWithMark(to: &events)
      }
    }
  }

  /// Whether the content ends at most `longestPES` ticks after the start of a PES packet.
  private func isAtEnd(_ pes: MetadataPES) -> Bool {
    guard let start = pes.time, let end = sieve.contentDuration(ofProgram: pes.program) else {
      return false
    }
    return end - start <= Self.longestPES
  }
}

extension StreamNote {
  /// Makes the note on a PES packet in which libavformat found no payload. Nil if the header is incomplete, if the
  /// packet continues another one, or if it declares a length, because the sieve reports that case.
  fileprivate init?(emptyPES pes: MetadataPES) {
    guard let header = pes.header, header.packetLength == 0, !pes.isContinuation else { return nil }
    self.init(
      id: .pesEmpty,
      time: pes.time.map(Timestamp.inSeconds),
      offset: pes.position.offset,
      pid: Int(pes.pid),
      program: pes.program.map { Int($0) },
      detail: "empty PES"
    )
  }

  init(_ note: TransportNote) {
    self.init(
      id: NoteID(rawValue: note.rule),
      time: note.time.map(Timestamp.inSeconds),
      offset: note.position.offset,
      pid: note.pid.map { Int($0) },
      program: note.program.map { Int($0) },
      amount: note.amount,
      measured: note.measured.map(Timestamp.inSeconds),
      detail: note.detail
    )
    concernsTables = note.concernsTables
  }
}

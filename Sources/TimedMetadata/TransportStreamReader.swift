import ID3
import NielsenTag
import TransportStream

/// Reads the timed ID3 of one transport stream: sieve, demultiplexer, splitting, timeline.
package final class TransportStreamReader: MediaReader {
  private let name: String
  let input: SievedInput
  private let reader: ChunkReader
  let options: ReaderOptions
  private var demuxer: Demuxer?
  private var queue: EventQueue
  private var starts: [UInt16: [MetadataPES]] = [:]
  private var splitters: [UInt16: TagSplitter] = [:]
  private var tagCounts: [UInt16: Int] = [:]
  private var audioMatches: [UInt16: AudioMatches] = [:]
  /// The latest payload of each PID.
  private var lastPayloads: [UInt16: LastPayload] = [:]
  private var hasEnded = false

  /// Events held back for a tag that waits for its clock; with more it waits no longer.
  private static let maximumBacklog = 4096
  /// PES starts kept for payloads that may never come: empty PES have none.
  private static let maximumStarts = 64

  package init(_ reader: ChunkReader, options: ReaderOptions, startOffset: Int64) {
    name = reader.source.name
    self.reader = reader
    self.options = options
    input = SievedInput(reader, options: options, startOffset: startOffset)
    queue = EventQueue(options: options)
  }

  /// Whether libavformat is open: not between two parts, unless a PES packet continues in the next.
  var isDemuxerOpen: Bool { demuxer != nil }

  /// Whether a packet was seen: the input is a transport stream.
  package var hasMedia: Bool { input.sieve.packetCount > 0 }

  package var packetCount: Int64? { input.sieve.packetCount }

  /// The next event; nil after the summary.
  package func next() throws(TimedMetadataError) -> TimedMetadataEvent? {
    while true {
      if let event = try queue.next() { return event }
      guard !hasEnded else { return nil }
      if queue.backlog > Self.maximumBacklog { input.sieve.settleWaiting() }
      try advance()
    }
  }

  package func origin(ofProgram program: Int?) -> MediaOrigin? {
    let number = program.flatMap { UInt16(exactly: $0) }
    return input.sieve.clockOrigin(ofProgram: number).map {
      MediaOrigin(seconds: Double($0) / Double(Timestamp.ticksPerSecond), wraps: true)
    }
  }

  package var reachedTime: Double? {
    input.sieve.duration().map { Double($0) / Double(Timestamp.ticksPerSecond) }
  }

  package var partFrames: ClosedRange<Double>? { Self.seconds(input.sieve.framesSeen) }

  private static func seconds(_ frames: ClosedRange<Int64>?) -> ClosedRange<Double>? {
    let ticks = Double(Timestamp.ticksPerSecond)
    return frames.map { Double($0.lowerBound) / ticks...Double($0.upperBound) / ticks }
  }

  package func takePartFacts() -> PartFacts? {
    let seen = input.sieve.takeTablesSeen()
    let video = Self.seconds(input.sieve.videoFramesSeen)
    let frames = Self.seconds(input.sieve.takeFramesSeen())
    return PartFacts(
      media: .transportStream,
      frames: frames,
      videoFrames: video,
      tables: SegmentTables(seen)
    )
  }

  private func advance() throws(TimedMetadataError) {
    do {
      // Waiting for packets is done here, where libavformat need not be open.
      let hasPackets = input.advanceToPackets(atPartEnd: closeIdleDemuxer)
      if demuxer == nil {
        if !input.hasBeenRead || !hasPackets { absorb() }
        guard hasPackets else { return end() }
        demuxer = try Demuxer(input)
      }
      let payload = try demuxer?.next()
      absorb()
      guard let payload else { return end() }
      receive(payload)
    } catch {
      hasEnded = true
      throw TimedMetadataError(
        .demuxer,
        input: name,
        reason: "libavformat gave up: \(error)",
        remedy: "report it with the file"
      )
    }
  }

  /// Closes libavformat at the end of a part, unless it holds a piece of a PES packet. The next packets open it again:
  /// with thousands of live feeds, that is shorter than the time between two segments, in which each of its contexts
  /// would keep 90 kB.
  private func closeIdleDemuxer() {
    guard demuxer != nil, input.isDrained else { return }
    let isIdle = starts.allSatisfy { pid, queue in
      guard let pes = queue.last, let payload = lastPayloads[pid] else { return queue.isEmpty }
      return payload.pes === pes && payload.byteCount == pes.wholePayloadByteCount
    }
    if isIdle { demuxer = nil }
  }

  /// Takes over what the sieve said while the demultiplexer read.
  private func absorb() {
    for note in input.notes.map(StreamNote.init) where concernsSelection(note) {
      queue.append(note: note)
    }
    input.notes.removeAll(keepingCapacity: true)
    for pes in input.starts {
      starts[pes.pid, default: []].append(pes)
      if starts[pes.pid, default: []].count > Self.maximumStarts { starts[pes.pid]?.removeFirst() }
    }
    input.starts.removeAll(keepingCapacity: true)
    if !input.splices.isEmpty { absorbSplices() }
    for line in demuxer?.messages.take() ?? [] {
      options.libraryMessage(line)
    }
  }

  /// Takes over what splice information said.
  private func absorbSplices() {
    for event in input.splices {
      switch event {
      case .marker(let marker): queue.append(marker: marker)
      case .note(let note): queue.append(note: note)
      case .tag, .segment, .end: break
      }
    }
    input.splices.removeAll(keepingCapacity: true)
  }

  private func receive(_ payload: Demuxer.Payload) {
    let (pes, continuesPES) = origin(of: payload)
    let piece = TagSplitter.Piece(
      bytes: payload.bytes,
      pts: payload.pts,
      pes: pes,
      isIncomplete: payload.isIncomplete,
      continuesPES: continuesPES
    )
    deliver(splitters[payload.pid, default: TagSplitter()].append(piece), pid: payload.pid)
  }

  /// The PES that a payload belongs to: `pos` counts in the sieved stream. The facts of the PES before
  /// it are dropped; its own stay for further pieces of the same PES.
  private func origin(of payload: Demuxer.Payload) -> (MetadataPES?, continues: Bool) {
    guard var queue = starts[payload.pid] else { return (nil, false) }
    guard let index = queue.firstIndex(where: { $0.sievedOffset == payload.position }) else {
      return (queue.first, false)
    }
    let pes = queue[index]
    let continues = lastPayloads[payload.pid]?.pes === pes
    lastPayloads[payload.pid] = LastPayload(pes: pes, byteCount: payload.bytes.count)
    queue.removeFirst(index)
    starts[payload.pid] = queue
    return (pes, continues)
  }

  private func deliver(_ results: [TagSplitter.Result], pid: UInt16) {
    for result in results {
      switch result {
      case .note(let note, let pes):
        if concernsSelection(note) { queue.append(note: note, placedBy: pes) }
      case .tag(let found):
        tagCounts[pid, default: 0] += 1
        if let pes = found.pes { audioMatches[pid, default: AudioMatches()].add(pes) }
        var tag = TimedTag(
          carriage: .tsPES,
          program: found.pes?.program.map { Int($0) },
          pid: Int(pid),
          offset: found.pes?.offset,
          pts: found.pts,
          transport: found.transport,
          bytes: found.bytes,
          tag: nil,
          nielsen: nil,
          notes: found.notes
        )
        tag.trailing = found.trailing
        tag.lastOffset = (found.lastPES ?? found.pes)?.lastOffset
        if found.isBarePayload {
          tag.nielsen = NielsenPayload(bytes: found.bytes)
        } else {
          tag.parse()
        }
        queue.append(tag: tag, placedBy: found.pes)
      }
    }
  }

  private func end() {
    hasEnded = true
    for pid in splitters.keys.sorted() {
      deliver(splitters[pid]?.finish(isAtEnd: isAtEnd) ?? [], pid: pid)
    }
    queue.settle()
    if let failure = input.failure {
      queue.fail(with: failure)
      return
    }
    queue.append(summary: summary)
  }

  /// Seconds of a timeline, up to the limit asked for.
  private func seconds(_ ticks: Int64?) -> Double? {
    ticks.map {
      min(Double($0) / Double(Timestamp.ticksPerSecond), options.limitSeconds ?? .infinity)
    }
  }

  package var summary: InputSummary {
    let streams = input.sieve.metadataStreams
      .map {
        StreamSummary(
          program: $0.program.map { Int($0) },
          pid: Int($0.pid),
          declared: $0.isDeclared,
          tags: tagCounts[$0.pid] ?? 0,
          tagsOnAudioFrames: input.sieve.hasAudio(ofProgram: $0.program)
            ? audioMatches[$0.pid]?.total ?? 0 : nil
        )
      }
      .sorted { ($0.program ?? .max, $0.pid ?? .max) < ($1.program ?? .max, $1.pid ?? .max) }
    let chosen = options.pid.flatMap { pid in streams.first { $0.pid == pid }?.program }
    let program = options.program ?? chosen
    let durations = input.sieve.programNumbers.reduce(into: [Int: Double]()) { durations, number in
      durations[Int(number)] = seconds(
        input.sieve.contentDuration(ofProgram: number)
      )
    }
    var summary = InputSummary(
      duration: program.map { durations[$0] } ?? seconds(input.sieve.contentDuration()),
      programDurations: durations,
      streams: streams,
      byteCount: reader.byteCount
    )
    summary.media = [.transportStream]
    summary.programs = programs
    return summary
  }

  private var programs: [ProgramSummary] {
    let media = input.sieve.programMedia
    let (audio, video) = (Set(media.audio), Set(media.video))
    return Set(input.sieve.programNumbers).sorted().map { number in
      var program = ProgramSummary(
        number: Int(number),
        hasAudio: audio.contains(number),
        hasVideo: video.contains(number)
      )
      program.missingClockPID = input.sieve.missingClockPID(ofProgram: number).map { Int($0) }
      return program
    }
  }
}

extension SegmentTables {
  /// Converts the tables that the sieve found.
  init(_ seen: TablesSeen) {
    self.init()
    hasPAT = seen.hasAssociation
    hasPMT = seen.hasEveryMap
    startsWithTables = seen.startsWithTables
    programs = seen.programCount
    declaresID3 = seen.declaresID3
  }
}

/// A payload that a demuxer gave out.
private struct LastPayload {
  /// The PES packet that it came from.
  var pes: MetadataPES
  var byteCount: Int
}

/// Counts the tags whose PTS is that of an audio PES packet. This is known later for a tag before its audio,
/// so that the latest tags are counted last.
private struct AudioMatches {
  /// Tags that may yet get their audio: as many as the sieve lets wait.
  private static let capacity = 64

  private var counted = 0
  private var latest: [MetadataPES] = []

  mutating func add(_ pes: MetadataPES) {
    latest.append(pes)
    guard latest.count > Self.capacity else { return }
    if latest.removeFirst().isOnAudioFrame { counted += 1 }
  }

  /// The tags so far.
  var total: Int { counted + latest.count(where: \.isOnAudioFrame) }
}

extension StreamNote {
  init(_ note: TransportNote) {
    self.init(
      id: NoteID(rawValue: note.rule),
      time: note.time.map { Double($0) / Double(Timestamp.ticksPerSecond) },
      offset: note.offset,
      pid: note.pid.map { Int($0) },
      program: note.program.map { Int($0) },
      amount: note.amount,
      measured: note.measured.map { Double($0) / Double(Timestamp.ticksPerSecond) },
      detail: note.detail
    )
    concernsTables = note.concernsTables
  }
}

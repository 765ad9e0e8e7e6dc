/// Lets through what a demultiplexer needs to read the timed ID3 of a transport stream, and notes
/// what it cannot know: four header bytes of every packet are looked at, PAT and PMT are read, audio
/// and video give up their time stamps, the packets of ID3 PIDs pass. Everything else is skipped
/// unread.
///
/// Feed it with `process(_:isLast:)`, then take `next()` until it gives nil, and so on; `finish()`
/// ends the stream. The output depends on the bytes alone, not on how they were cut into chunks.
public final class PIDSieve {
  /// The framing in force; nil before the first packet.
  public internal(set) var framing: PacketFraming?
  /// Packets seen.
  public internal(set) var packetCount: Int64 = 0
  /// Packets missing by the continuity counters of PIDs other than ID3 and tables.
  public internal(set) var lostFramePackets = 0
  private var firstLostFrame: (offset: Int64, time: Int64?)?

  let tables = PIDTables()
  var output = SieveOutput()
  /// Position in the input of the first byte of the chunk in hand.
  var chunkOffset: Int64 = 0

  var association = AssociationState()
  var mapTables: [UInt16: MapTableState] = [:]
  var programs: [Program] = []
  /// The program of a PID's frames or clock, by index; -1 for none.
  var programOfPID = [Int32](repeating: -1, count: PIDTables.count)
  /// Programs that share a PID with an earlier one.
  var furtherPrograms: [UInt16: [Int]] = [:]

  var metadata: [UInt16: MetadataStream] = [:]
  var metadataOrder: [UInt16] = []
  var candidates = CandidateBuffer()
  var tablelessClock = TablelessClock()
  /// The clock as it stood when a kept packet came, while it is let through later.
  var replayedReading: PresentationClock.Reading?
  var syntheticTables = SyntheticTables()
  /// What waits for a clock to move: one question for every frame.
  var waiting = WaitingForClock()
  /// A part of the input that is missing in front of what comes next.
  var hole: Hole?
  /// ID3 PIDs that are left out.
  var ignoredPIDs: Set<UInt16> = []
  var firstIgnored: (offset: Int64, time: Int64?)?
  var tableWatch = TableWatch()
  /// The PIDs of splice information.
  var spliceStreams: [UInt16: SpliceStream] = [:]
  /// Sections of splice information that came before the clock of their program.
  var waitingSplices: [SpliceSection] = []
  /// The program whose map named PIDs of stream_type 0x15 first.
  var firstMetadataProgram: UInt16?
  /// The most bytes in a row behind the first packet in which no packet was found.
  private(set) var longestSkip = 0
  /// What has been said of program maps: nothing is said twice, unless the sieve reminds.
  var declarationNotes: Set<DeclarationNote> = []
  /// What is wrong with the map in force is said again when so many 90 kHz ticks of the presentation
  /// have passed; nil: never. A stream without an end is judged anew again and again.
  public var reminder: Int64?
  /// Presentation time, in ticks, at which a wrong CRC was last said, by the PID of the table.
  var damagedTablesNotedAt: [UInt16: Int64] = [:]

  /// Bytes from one packet to the next, where the first byte that was not used begins a packet; nil: it may not.
  public var stride: Int? { isSynchronized ? framing?.stride ?? PacketFraming.plain.stride : nil }

  private let startOffset: Int64
  private var isSynchronized = false
  private var skippedFrom: Int64?

  /// The most ID3 PIDs that are followed.
  public static let maximumMetadataPIDs = 64
  /// The most tags that wait for a clock; the oldest is placed by its own time stamp.
  static let maximumWaiting = 256

  /// A sieve at the start of a stream whose first byte stands at `startOffset` of the input.
  public init(startOffset: Int64 = 0) {
    self.startOffset = startOffset
    chunkOffset = startOffset
    tables[0] = .tables
  }

  /// The next item of the output; nil when more input is needed.
  public func next() -> SieveItem? { output.next() }

  /// Copies the packets that the item before announced. Returns the number of bytes copied.
  public func readPackets(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    output.read(into: buffer)
  }

  /// Sieves the packets in `bytes`. Returns how many bytes were used: the caller puts the rest in
  /// front of the next chunk. With `isLast` everything is used.
  ///
  /// `headers` are those of packets in `bytes`, counted from the first byte; the output does not depend on them.
  public func process(
    _ bytes: UnsafeRawBufferPointer,
    isLast: Bool,
    headers: PacketHeaders? = nil
  ) -> Int {
    var position = 0
    while let base = bytes.baseAddress, position < bytes.count {
      if !isSynchronized {
        switch Synchronizer.search(
          bytes,
          from: position,
          isLast: isLast,
          allowsShortRun: framing != nil || isShort(upTo: bytes.count),
          preferring: framing ?? .plain
        )
        {
        case .undecided(let next):
          if next > position { skip(from: position) }
          position = next
          return consume(isLast ? bytes.count : position, of: bytes, isLast: isLast)
        case .found(let start, let found):
          if start > position { skip(from: position) }
          synchronize(at: start, framing: found)
          position = start
        }
      }
      if tableWatch.awaitsFirstPacket, bytes[position] == TransportPacket.syncByte {
        tableWatch.begin(at: chunkOffset + Int64(position))
      }
      let stride = (framing ?? .plain).stride
      // At the end of the input the extra bytes behind the last packet may be missing.
      let limit = bytes.count &- (isLast ? TransportPacket.byteCount : stride)
      position = scan(base, from: position, through: limit, stride: stride, headers: headers)
      guard position < bytes.count else { break }
      let hasSync = bytes[position] == TransportPacket.syncByte
      if hasSync, !isLast || bytes.count - position < TransportPacket.byteCount { break }
      if hasSync { continue }
      isSynchronized = false
    }
    return consume(min(position, bytes.count), of: bytes, isLast: isLast)
  }

  /// Ends the stream: what is held is let through.
  public func finish() {
    endSkipping(at: chunkOffset)
    activateCandidates()
    for pid in metadataOrder {
      output.now = time(ofProgram: metadata[pid]?.program)
      var started: [MetadataPES] = []
      metadata[pid]?.finish(into: &output) { started.append($0) }
      for pes in started { place(pes) }
    }
    settleHole(at: nil)
    settleWaiting()
    settleSplices()
    settleChanges()
    finishTables()
    noteMissingTables()
    noteLonelyStreams(offset: chunkOffset)
    noteIgnored()
    noteLostFrames()
  }

  /// Adds a note about something earlier, which has a time of its own or none.
  func noteEarlier(_ note: TransportNote) {
    output.now = nil
    output.append(note)
  }

  /// Adds a note, with the presentation time that its program has reached.
  func note(_ note: TransportNote) {
    output.now = time(ofProgram: note.program)
    output.append(note)
  }

  // MARK: - Synchronization

  private func consume(_ used: Int, of bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int {
    let used = isLast ? bytes.count : used
    chunkOffset += Int64(used)
    return used
  }

  /// Whether the input, which ends with the chunk in hand, is too short for five packets in a row.
  private func isShort(upTo count: Int) -> Bool {
    chunkOffset - startOffset + Int64(count)
      < Int64(Synchronizer.lookahead + PacketFraming.parity.stride)
  }

  private func skip(from position: Int) {
    if skippedFrom == nil { skippedFrom = chunkOffset + Int64(position) }
  }

  private func endSkipping(at end: Int64) {
    guard let start = skippedFrom else { return }
    skippedFrom = nil
    guard end > start else { return }
    let count = Int(end - start)
    if packetCount > 0 { longestSkip = max(longestSkip, count) }
    let bytes = count == 1 ? "1 byte" : "\(Self.grouped(count)) bytes"
    // A recording that begins anywhere begins within a packet.
    let isPartial = packetCount == 0 && count < PacketFraming.parity.stride
    note(
      TransportNote(
        rule: isPartial ? "ts-partial-packet" : "ts-sync",
        offset: start,
        amount: count,
        detail: packetCount == 0
          ? "\(bytes) skipped before the first packet" : "lost sync, \(bytes) skipped"
      )
    )
  }

  /// A number; one of more than four digits has them in groups of three.
  private static func grouped(_ number: Int) -> String {
    var groups: [Substring] = []
    var digits = Substring(String(number))
    while digits.count > 3, number > 9999 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: " ")
  }

  private func synchronize(at position: Int, framing found: PacketFraming) {
    isSynchronized = true
    let offset = chunkOffset + Int64(position)
    // What looked like lost bytes is the parity of the packet in front: packets grow with that one.
    let hasGrown =
      framing == .plain && found == .parity
      && skippedFrom == offset - Int64(found.stride - TransportPacket.byteCount)
    if hasGrown { skippedFrom = nil }
    endSkipping(at: offset - Int64(found.bytesInFront))
    if framing != found, framing != nil || found != .plain {
      note(
        TransportNote(
          rule: "ts-packet-size",
          offset: hasGrown ? offset - Int64(found.stride) : offset,
          detail: "\(found.stride)-byte packets"
        )
      )
    }
    framing = found
  }

  // MARK: - The hot loop

  /// Looks at the packets that begin from `start` through `limit`. Returns the position of the first byte that
  /// is not part of one: where a sync byte is missing, or behind the last.
  private func scan(
    _ base: UnsafeRawPointer,
    from start: Int,
    through limit: Int,
    stride: Int,
    headers: PacketHeaders?
  ) -> Int {
    let here = { (position: Int) in
      base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    }
    var position = start
    if let headers {
      let ahead = min(limit, headers.position - 1)
      position = look(base, from: position, through: ahead, stride: stride, header: here)
      if position > ahead, let index = headers.index(at: position, stride: stride) {
        let last = min(limit, position + (headers.words.count - 1 - index) * stride)
        var next = headers.words.baseAddress?.advanced(by: index)
        position = look(base, from: position, through: last, stride: stride) { position in
          guard let word = next else { return here(position) }
          next = word + 1
          return word.pointee
        }
        if position <= last { return position }
      }
    }
    return look(base, from: position, through: limit, stride: stride, header: here)
  }

  @inline(__always)
  private func look(
    _ base: UnsafeRawPointer,
    from start: Int,
    through limit: Int,
    stride: Int,
    header word: (Int) -> UInt32
  ) -> Int {
    let roles = tables.roles
    let expectedCounters = tables.expectedCounters
    var position = start
    while position <= limit {
      let header = UInt32(bigEndian: word(position))
      guard header >> 24 == UInt32(TransportPacket.syncByte) else { break }
      let pid = Int(header >> 8 & 0x1FFF)
      let counter = UInt8(truncatingIfNeeded: header & 0x0F)
      if header & Self.plainMask == Self.plainPayload, roles[pid] & PIDRole.watched == 0,
        expectedCounters[pid] == counter
      {
        expectedCounters[pid] = (counter &+ 1) & 0x0F
      } else if roles[pid] != PIDRole.ignored.rawValue {
        inspect(TransportPacket(at: base + position), offset: chunkOffset &+ Int64(position))
      }
      position &+= stride
    }
    packetCount &+= Int64((position &- start) / stride)
    return position
  }

  /// What makes a packet worth a look on any PID: transport error, unit start, scrambling, adaptation
  /// field. Without them it is payload in the middle of something.
  private static let plainMask: UInt32 = 0x00C0_00F0
  /// Payload and nothing else.
  private static let plainPayload: UInt32 = 0x0000_0010

  /// Gives one packet to whoever its PID belongs to.
  @inline(never)
  private func inspect(_ packet: TransportPacket, offset: Int64) {
    let pid = packet.pid
    let role = tables[pid]
    if role.contains(.clock) { readClock(packet, pid: pid, offset: offset) }
    if role.contains(.metadata) {
      readMetadata(packet, pid: pid, offset: offset)
      return
    }
    if role.contains(.tables) {
      readTables(packet, pid: pid, offset: offset)
      return
    }
    guard !packet.hasTransportError, packet.hasPayload else {
      // A break of the counter may be declared in front of the packet that makes it (2.4.3.5).
      if packet.hasDiscontinuity, !packet.hasTransportError {
        tables.expectedCounters[Int(pid)] = PIDTables.noCounter
      }
      return
    }
    countLoss(packet, pid: pid, offset: offset)
    if role.contains(.splices) { readSplices(packet, pid: pid, offset: offset) }
    guard packet.startsUnit || role.contains(.candidate), !packet.isScrambled else { return }
    if role.contains(.frames) {
      readFrame(packet, pid: pid, offset: offset, isAudio: role.contains(.audio))
    } else {
      readUnknown(packet, pid: pid, offset: offset, role: role)
    }
  }

  /// Counts the packets that are missing in front of this one.
  private func countLoss(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    let expected = tables.expectedCounters[Int(pid)]
    let counter = packet.continuityCounter
    let isRepeat = (counter + 1) & 0x0F == expected
    if expected != PIDTables.noCounter, counter != expected, !isRepeat, !packet.hasDiscontinuity {
      lostFramePackets += Int((counter &- expected) & 0x0F)
      if firstLostFrame == nil { firstLostFrame = (offset, time(ofProgram: nil)) }
    }
    tables.expectedCounters[Int(pid)] = (counter + 1) & 0x0F
  }

  /// Sums up the packets that are missing elsewhere than on ID3 and table PIDs.
  private func noteLostFrames() {
    guard let firstLostFrame else { return }
    let packets = lostFramePackets == 1 ? "1 packet" : "\(lostFramePackets) packets"
    noteEarlier(
      TransportNote(
        rule: "ts-frames-lost",
        offset: firstLostFrame.offset,
        amount: lostFramePackets,
        time: firstLostFrame.time,
        detail: "\(packets) of audio, video and other data lost"
      )
    )
  }
}

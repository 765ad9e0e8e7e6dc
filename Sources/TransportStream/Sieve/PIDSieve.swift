/// Hands out the PES packets with the timed ID3 of a transport stream, each whole and with all facts about it
/// that a demultiplexer cannot find. Four header bytes of every packet are checked, PAT and PMT are read, the
/// time stamps of audio and video are read, and the packets of ID3 PIDs are collected. All other data is
/// skipped unread.
///
/// Call `process(_:isLast:)`, then `next()` until it returns nil, and repeat; `finish()` ends the stream. The
/// output depends only on the bytes, not on their division into chunks.
public final class PIDSieve {
  /// The role and the next continuity counter of each PID.
  let tables = PIDTables()
  /// The positions of packets.
  var packets: PacketAlignment
  var output = SieveOutput()
  /// PAT and PMT.
  var received = ReceivedTables()
  /// The programs and their clocks.
  var programs = ProgramList()
  /// The notes about program maps so far.
  var declarations = DeclarationLog()
  /// The data that waits for a clock to move, checked at every frame.
  var waiting = WaitingForClock()
  /// The PIDs of ID3.
  var metadata = MetadataStreams()
  /// The PIDs of splice information.
  var splices = SpliceStreams()
  /// The missing packets of all other PIDs.
  var loss = FrameLoss()

  /// The most ID3 PIDs that are followed.
  public static let maximumMetadataPIDs = 64
  /// The rule of notes about missing parts of the input.
  package static let holeNote = "joined-segment-missing"

  /// Makes a sieve for a stream whose first byte is at `startOffset` of the input.
  public init(startOffset: Int64 = 0) {
    packets = PacketAlignment(startOffset: startOffset)
    tables[0] = .tables
  }

  /// The next item of the output; nil when more input is needed.
  public func next() -> SieveItem? { output.next() }

  /// Sieves the packets in `bytes`. Returns how many bytes were used: the caller puts the rest before the
  /// next chunk. With `isLast` everything is used.
  ///
  /// `headers` are headers of packets in `bytes`, counted from the first byte; the output does not depend on
  /// them.
  public func process(
    _ bytes: UnsafeRawBufferPointer,
    isLast: Bool,
    headers: PacketHeaders? = nil
  ) -> Int {
    var position = 0
    while let base = bytes.baseAddress, position < bytes.count {
      if !packets.isSynchronized {
        var notes: [TransportNote] = []
        packets.synchronize(bytes, from: &position, isLast: isLast, notes: &notes)
        for note in notes { self.note(note) }
        guard packets.isSynchronized else { break }
      }
      if received.watch.awaitsFirstPacket, bytes[position] == TransportPacket.syncByte {
        received.watch.begin(at: packets.chunkOffset + Int64(position))
      }
      let stride = packets.stride
      // At the end of the input, the extra bytes after the last packet can be missing.
      let limit = bytes.count &- (isLast ? TransportPacket.byteCount : stride)
      position = scan(base, from: position, through: limit, stride: stride, headers: headers)
      guard position < bytes.count else { break }
      let hasSync = bytes[position] == TransportPacket.syncByte
      if hasSync, !isLast || bytes.count - position < TransportPacket.byteCount { break }
      if hasSync { continue }
      packets.loseSync()
    }
    return packets.consume(position, of: bytes.count, isLast: isLast)
  }

  /// Continues after a missing part of the input: counters and tables restart, and the rest of an incomplete
  /// PES packet is not waited for. Call it between two parts.
  package func beginAfterHole(_ words: String) {
    settleHole(at: nil)
    waiting.hole = Hole(words: words, offset: packets.chunkOffset, start: duration())
    received.beginAfterHole()
    splices.beginAfterHole()
    for pid in metadata.order {
      let now = programs.time(ofProgram: metadata.program(ofPID: pid))
      for pes in metadata.beginAfterHole(pid, now: now, into: &output) { place(pes) }
    }
    tables.forgetCounters()
    for index in programs.list.indices { programs.list[index].beginAfterHole() }
  }

  /// Ends a part of the input, such as a segment, and returns the tables in it. Call it after the whole part
  /// has been processed, with `isLast`, and before the first byte of the next.
  public func takeTablesSeen() -> TablesSeen {
    received.beginPart()
    splices.beginPart()
    metadata.beginPart()
    // Packagers restart the counters in every segment: that is not a loss of frames.
    tables.forgetCounters()
    return received.watch.end(programs: programs.list)
  }

  /// Ends a part of the input, such as a segment, and returns the starts of its first and its last audio or
  /// video frame on the presentation timeline, in 90 kHz ticks; nil without frames. Call it after the whole
  /// part has been processed.
  public func takeFramesSeen() -> ClosedRange<Int64>? {
    defer { for index in programs.list.indices { programs.list[index].forgetFramesSeen() } }
    return framesSeen
  }

  /// Ends the stream: held packets are passed on.
  public func finish() {
    let end = packets.chunkOffset
    if let note = packets.endSkipping(at: end) { self.note(note) }
    activateCandidates()
    for pid in metadata.order {
      let now = programs.time(ofProgram: metadata.program(ofPID: pid))
      for pes in metadata.finish(pid, now: now, into: &output) { place(pes) }
    }
    settleHole(at: nil)
    settleWaiting()
    splices.finish(programs: programs, into: &output)
    for note in waiting.changes.takeAll() { noteEarlier(note) }
    finishTables()
    let summary = MetadataSummary(
      streams: metadata.inOrder,
      programs: programs,
      hasAssociation: received.association.version != nil
    )
    for note in summary.notes { noteEarlier(note) }
    noteLonelyStreams(offset: end)
    if let note = metadata.ignoredNote { noteEarlier(note) }
    if let note = loss.note { noteEarlier(note) }
    metadata.complete(into: &output)
  }

  /// Adds a note about an earlier position; its time is not changed, also if it has none.
  func noteEarlier(_ note: TransportNote) {
    output.now = nil
    output.append(note)
  }

  /// Adds a note, with the presentation time that its program has reached.
  func note(_ note: TransportNote) {
    output.now = programs.time(ofProgram: note.program)
    output.append(note)
    settleFullBacklog()
  }

  // MARK: - The hot loop

  /// Checks the packets that begin from `start` through `limit`. Returns the position of the first byte that
  /// is not part of a packet: a missing sync byte, or the end of the last packet.
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
    let origin = packets.chunkOffset
    var position = start
    // Mostly a packet continues the one before it: then only its counter differs. The counter of such a run is
    // kept here, and stored where the run ends.
    var run = PacketRunHeader.none
    while position <= limit {
      let header = UInt32(bigEndian: word(position))
      if run.isContinued(by: header) {
        position &+= stride
        continue
      }
      if let pid = run.pid { expectedCounters[pid] = run.nextCounter }
      run = .none
      guard header >> 24 == UInt32(TransportPacket.syncByte) else { break }
      let pid = Int(header >> 8 & 0x1FFF)
      let counter = UInt8(truncatingIfNeeded: header & 0x0F)
      if header & Self.plainMask == Self.plainPayload, roles[pid] & PIDRole.watched == 0,
        expectedCounters[pid] == counter
      {
        run = PacketRunHeader(after: header)
      } else if roles[pid] != PIDRole.ignored.rawValue {
        inspect(TransportPacket(at: base + position), offset: origin &+ Int64(position))
      }
      position &+= stride
    }
    if let pid = run.pid { expectedCounters[pid] = run.nextCounter }
    packets.count((position &- start) / stride)
    return position
  }

  /// The bits of packets that are always inspected: error, unit start, scrambling, adaptation field.
  private static let plainMask: UInt32 = 0x00C0_00F0
  /// Only payload.
  private static let plainPayload: UInt32 = 0x0000_0010

  /// Passes one packet to the handler of its PID.
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
      // A break of the counter can be declared before the packet with the break (2.4.3.5).
      if packet.hasDiscontinuity, !packet.hasTransportError {
        tables.expectedCounters[Int(pid)] = PIDTables.noCounter
      }
      return
    }
    let missing = tables.missingPackets(before: packet, pid: pid)
    if missing > 0 { loss.add(missing, offset: offset, time: programs.time(ofProgram: nil)) }
    if role.contains(.splices) {
      splices.receive(packet, pid: pid, offset: offset, programs: programs, into: &output)
    }
    guard packet.startsUnit || role.contains(.candidate), !packet.isScrambled else { return }
    if role.contains(.frames) {
      readFrame(packet, pid: pid, offset: offset, isAudio: role.contains(.audio))
    } else {
      readUnknown(packet, pid: pid, offset: offset, role: role)
    }
  }

  // MARK: - Clocks

  /// Reads the PCR and the declaration of a new time base from the PCR PID of a program.
  private func readClock(_ packet: TransportPacket, pid: UInt16, offset: Int64) {
    guard packet.hasAdaptationField, !packet.hasTransportError else { return }
    forEachProgram(of: pid) { index in
      guard programs.list[index].map?.pcrPID == pid else { return }
      if packet.hasDiscontinuity {
        programs.list[index].declareDiscontinuity()
        waiting.changes.excuse(program: programs.list[index].number)
      }
      guard let base = packet.pcrBase else { return }
      let (moved, jump) = programs.list[index].receivePCR(base)
      if let jump, waiting.hole == nil {
        note(programs.note(jump, pid: pid, program: index, offset: offset))
      }
      if moved { clockMoved(program: index) }
    }
  }

  /// Reads the PTS of an audio or video PES packet.
  private func readFrame(_ packet: TransportPacket, pid: UInt16, offset: Int64, isAudio: Bool) {
    guard let pts = PESHeader.presentationTimestamp(packet.payload) else { return }
    forEachProgram(of: pid) { index in
      let (moved, jump) = programs.list[index].receiveFrame(
        pid: pid,
        pts: pts,
        isAudio: isAudio,
        length: isAudio ? PESHeader.packetLength(packet.payload) : 0
      )
      if isAudio { noteAudioMatches(ofProgram: index) }
      if let jump, waiting.hole == nil {
        note(programs.note(jump, pid: pid, program: index, offset: offset))
      }
      if moved { clockMoved(program: index) }
    }
  }

  /// Reports the ID3 PES packets that were handed out before the audio PES packet with their PTS arrived.
  private func noteAudioMatches(ofProgram index: Int) {
    guard programs.list[index].audio.hasMatches else { return }
    for pes in programs.list[index].audio.takeMatches() {
      output.append(audioFrameOf: pes.value)
    }
  }

  private func forEachProgram(of pid: UInt16, _ body: (Int) -> Void) {
    guard let first = programs.owners.first(of: pid) else { return }
    body(first)
    guard programs.owners.hasShared else { return }
    for index in programs.owners.further(of: pid) { body(index) }
  }

  /// Releases the data that waited for the clock of a program.
  private func clockMoved(program index: Int) {
    if waiting.hole != nil { settleHole(at: programs.list[index].clock.reading?.time) }
    guard splices.isWaiting || !waiting.isEmpty else { return }
    let (number, now) = (programs.list[index].number, programs.list[index].clock.reading?.time)
    if splices.isWaiting { splices.release(ofProgram: number, programs: programs, into: &output) }
    guard !waiting.isEmpty else { return }
    for note in waiting.changes.takeDue(ofProgram: number, now: now) { noteEarlier(note) }
    waiting.packets.release(ofProgram: number, on: &programs, into: &output)
  }
}

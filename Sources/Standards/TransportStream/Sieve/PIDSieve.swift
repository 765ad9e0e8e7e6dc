/// Finds the timed ID3 of a transport stream, and hands out each PES packet of the ID3 PIDs with facts that a
/// demultiplexer cannot find. The sieve checks four header bytes of every packet, reads PAT, PMT, PCR and the time
/// stamps of audio and video, and collects the packets of ID3 PIDs and the sections of SCTE 35. The sieve skips almost
/// all other data unread.
///
/// Call `feed(_:)`, then take the items of `output`, and repeat; `finish()` ends the stream. The output depends only on
/// the bytes, not on their division into chunks.
package final class PIDSieve {
  let tables = PIDTables()
  var packets = PacketSync()
  package var output = SieveOutput()
  var received = ReceivedTables()
  var programs = ProgramList()
  var declarations = DeclarationLog()
  /// The PES packets, notes and hole that wait for a clock; checked whenever a clock moves.
  var waiting = WaitingForClock()
  var metadata = MetadataStreams()
  var splices = SpliceStreams()
  /// The missing packets on the PIDs that carry neither ID3 nor tables.
  var loss = PacketRun()

  package static let maximumMetadataPIDs = 64
  /// The id of the notes about missing parts of the input.
  package static let holeNote = "joined-segment-missing"

  /// The unused bytes: an incomplete packet, or bytes in which a packet may begin.
  private var rest: [UInt8] = []

  package init() { tables[0] = .tables }

  // MARK: - Input

  /// Begins a segment after the unused bytes and `held` bytes that have not been fed, at byte `offset` of its file.
  /// `segment` is its number in positions. If `offset` is nil, the offsets continue those of the previous segment.
  package func begin(segment: Int, at offset: Int64?, after held: Int) {
    packets.begin(segment: segment, at: offset, after: rest.count + held)
  }

  /// Skips bytes before the first packet of a segment.
  package func skip(_ count: Int) { packets.skip(count) }

  package func feed(_ bytes: UnsafeRawBufferPointer) {
    var bytes = bytes
    if !rest.isEmpty {
      let count = rest.count
      // This is enough to process the whole rest.
      let completion = packets.isSynchronized ? packets.stride : 2 * PacketSearch.lookahead
      rest += UnsafeRawBufferPointer(rebasing: bytes.prefix(completion))
      let used = rest.withUnsafeBytes { process($0, isLast: false) }
      guard used >= count else {
        // The rest contains all new bytes.
        rest.removeFirst(used)
        return
      }
      rest.removeAll(keepingCapacity: true)
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(used - count))
    }
    let used = process(bytes, isLast: false)
    rest += UnsafeRawBufferPointer(rebasing: bytes.dropFirst(used))
  }

  /// Uses the remaining bytes at the end of a segment or of the stream.
  private func useRest() {
    guard !rest.isEmpty else { return }
    _ = rest.withUnsafeBytes { process($0, isLast: true) }
    rest = []
  }

  /// Reads the packets in `bytes`. Returns the number of bytes used. If `isLast` is true, all bytes are used.
  private func process(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int {
    var position = 0
    while let base = bytes.baseAddress, position < bytes.count {
      if !packets.isSynchronized {
        var notes: [TransportNote] = []
        packets.synchronize(bytes, from: &position, isLast: isLast, notes: &notes)
        for note in notes { self.note(note) }
        guard packets.isSynchronized else { break }
      }
      if received.watch.awaitsFirstPacket, bytes[position] == TransportPacket.syncByte {
        received.watch.begin(at: packets.position(position))
      }
      let stride = packets.stride
      // At the end of the input, the framing bytes after the last packet may be missing.
      let limit = bytes.count &- (isLast ? TransportPacket.byteCount : stride)
      position = look(base, from: position, through: limit, stride: stride)
      guard position < bytes.count else { break }
      let hasSync = bytes[position] == TransportPacket.syncByte
      if hasSync, !isLast || bytes.count - position < TransportPacket.byteCount { break }
      if hasSync { continue }
      packets.loseSync()
    }
    return packets.consume(position, of: bytes.count, isLast: isLast)
  }

  /// Continues after a missing part of the input, which `words` describe: counters and incomplete sections are reset,
  /// and incomplete PES packets end. Call this method between two parts.
  package func beginAfterHole(_ words: String) {
    settleHole(at: nil)
    endPart()
    waiting.hole = Hole(words: words, position: packets.position(), start: duration())
    received.beginAfterHole()
    splices.beginAfterHole()
    for pid in metadata.order {
      output.now = programs.time(ofProgram: metadata.streams[pid]?.program)
      metadata.streams[pid]?.beginAfterHole(into: &output)
      placeStarted()
    }
    tables.forgetCounters()
    for index in programs.list.indices { programs.list[index].beginAfterHole() }
  }

  package struct SegmentContent: Sendable {
    package var tables: SegmentTables
    /// The starts of the first and the last audio or video frame on the presentation timeline, in 90 kHz ticks; nil if
    /// there are no frames.
    package var frames: ClosedRange<Int64>?
    /// The starts of the first and the last video frame on the timeline; nil if there are no video frames.
    package var videoFrames: ClosedRange<Int64>?
  }

  /// Ends a segment, and returns its content. PES packets may continue in the next segment; transport packets may not.
  package func endSegment() -> SegmentContent {
    useRest()
    endPart()
    let (frames, videoFrames) = (framesSeen, programs.framesSeen(\.video))
    received.beginPart()
    splices.beginPart()
    metadata.beginPart()
    // Packagers restart the counters in every segment, which is not a loss of frames.
    tables.forgetCounters()
    for index in programs.list.indices { programs.list[index].forgetFramesSeen() }
    return SegmentContent(
      tables: received.watch.end(programs: programs.list),
      frames: frames,
      videoFrames: videoFrames
    )
  }

  /// Ends a part of a segment: its PES packets no longer wait for audio.
  package func endPart() { waiting.packets.endAudioWaits() }

  /// Ends the stream: passes on all held packets, and adds the last notes.
  package func finish() {
    useRest()
    let end = packets.position()
    if let note = packets.endSkipping(at: end) { self.note(note) }
    activateCandidates()
    for pid in metadata.order {
      output.now = programs.time(ofProgram: metadata.streams[pid]?.program)
      metadata.streams[pid]?.finish(into: &output)
      placeStarted()
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
    noteLonelyStreams(position: end)
    if let note = metadata.ignoredNote { noteEarlier(note) }
    if let run = loss.end() { noteEarlier(TransportNote(framesLost: run)) }
    metadata.complete(into: &output)
  }

  /// Adds a note about an earlier position, without changing its time.
  func noteEarlier(_ note: TransportNote) {
    output.now = nil
    output.append(note)
  }

  /// Adds a note. A note without a time gets the presentation time that its program has reached.
  func note(_ note: TransportNote) {
    output.now = programs.time(ofProgram: note.program)
    output.append(note)
    settleFullBacklog()
  }

  // MARK: - The hot loop

  /// Checks the packets that begin from `start` through `limit`. Returns the position of the first byte that does not
  /// belong to a packet: a missing sync byte, or the end of the last packet.
  private func look(
    _ base: UnsafeRawPointer,
    from start: Int,
    through limit: Int,
    stride: Int
  ) -> Int {
    let roles = tables.roles
    let expectedCounters = tables.expectedCounters
    var position = start
    // Usually a packet continues the one before it, and only its counter differs. The counter of such a run is kept
    // here, and stored at the end of the run.
    var run = PacketRunHeader.none
    while position <= limit {
      let word = base.loadUnaligned(fromByteOffset: position, as: UInt32.self)
      let header = UInt32(bigEndian: word)
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
        inspect(TransportPacket(at: base + position), position: packets.position(position))
      }
      position &+= stride
    }
    if let pid = run.pid { expectedCounters[pid] = run.nextCounter }
    packets.count((position &- start) / stride)
    return position
  }

  /// The header bits for error, unit start, scrambling, adaptation field and payload.
  private static let plainMask: UInt32 = 0x00C0_00F0
  /// The value of the `plainMask` bits in a packet that only continues a payload. Other packets are inspected, unless
  /// their PID is ignored.
  private static let plainPayload: UInt32 = 0x0000_0010

  private func inspect(_ packet: TransportPacket, position: StreamPosition) {
    let pid = packet.pid
    let role = tables[pid]
    if role.contains(.clock) { readClock(packet, pid: pid, position: position) }
    if role.contains(.metadata) {
      readMetadata(packet, pid: pid, position: position)
      return
    }
    if role.contains(.tables) {
      readTables(packet, pid: pid, position: position)
      return
    }
    guard !packet.hasTransportError, packet.hasPayload else {
      // A break of the counter may be declared before the packet with the break (2.4.3.5).
      if packet.hasDiscontinuity, !packet.hasTransportError {
        tables.expectedCounters[Int(pid)] = PIDTables.noCounter
      }
      return
    }
    let missing = tables.missingPackets(before: packet, pid: pid)
    if missing > 0 { loss.add(missing, position: position, time: programs.time(ofProgram: nil)) }
    if role.contains(.splices) {
      splices.receive(packet, pid: pid, position: position, programs: programs, into: &output)
    }
    guard packet.startsUnit || role.contains(.candidate), !packet.isScrambled else { return }
    if role.contains(.frames) {
      readFrame(packet, pid: pid, position: position, isAudio: role.contains(.audio))
    } else {
      readUnknown(packet, pid: pid, position: position, role: role)
    }
  }

  // MARK: - Clocks

  /// Reads the PCR, and the declaration of a new time base, from the PCR PID of a program.
  private func readClock(_ packet: TransportPacket, pid: UInt16, position: StreamPosition) {
    guard packet.hasAdaptationField, !packet.hasTransportError else { return }
    forEachProgram(of: pid) { index in
      let (moved, jump) = programs.list[index].receiveClock(packet, pid: pid)
      if packet.hasDiscontinuity, programs.list[index].map?.pcrPID == pid {
        waiting.changes.excuse(program: programs.list[index].number)
      }
      if let jump, waiting.hole == nil {
        note(programs.note(jump, pid: pid, program: index, position: position))
      }
      if moved { clockMoved(program: index) }
    }
  }

  private func readFrame(
    _ packet: TransportPacket,
    pid: UInt16,
    position: StreamPosition,
    isAudio: Bool
  ) {
    guard let pts = PESHeader.presentationTimestamp(packet.payload) else { return }
    if isAudio { waiting.packets.receiveAudio(pts, ofPID: pid) }
    forEachProgram(of: pid) { index in
      let (moved, jump) = programs.list[index].receiveFrame(
        pid: pid,
        pts: pts,
        isAudio: isAudio,
        length: isAudio ? PESHeader.packetLength(packet.payload) : 0
      )
      if let jump, waiting.hole == nil {
        note(programs.note(jump, pid: pid, program: index, position: position))
      }
      if moved { clockMoved(program: index) }
    }
  }

  private func forEachProgram(of pid: UInt16, _ body: (Int) -> Void) {
    guard let first = programs.owners.first(of: pid) else { return }
    body(first)
    guard programs.owners.hasShared else { return }
    for index in programs.owners.further(of: pid) { body(index) }
  }

  /// Releases the PES packets, notes and splice sections that waited for the clock of a program.
  private func clockMoved(program index: Int) {
    guard splices.isWaiting || !waiting.isEmpty else { return }
    if waiting.hole != nil { settleHole(at: programs.list[index].clock.reading?.time) }
    let (number, now) = (programs.list[index].number, programs.list[index].clock.reading?.time)
    if splices.isWaiting { splices.release(ofProgram: number, programs: programs, into: &output) }
    guard !waiting.isEmpty else { return }
    for note in waiting.changes.takeDue(ofProgram: number, now: now) { noteEarlier(note) }
    waiting.packets.release(ofProgram: number, on: &programs, into: &output)
  }
}

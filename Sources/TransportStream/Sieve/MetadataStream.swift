/// The packets of one ID3 PID on their way through the sieve: judged, freed of what must not reach
/// the demultiplexer, and held back until the PES header and the ID3 header behind it are in view.
struct MetadataStream {
  /// The PID, 0 to 8191.
  let pid: UInt16
  /// The program whose map names the PID.
  var program: UInt16?
  /// Whether a program map declares the PID as ID3.
  var isDeclared: Bool
  /// PES packets begun.
  private(set) var startCount = 0
  /// Whether a packet with payload came, readable or not.
  private(set) var hasPackets = false
  /// Position in the input of what told of the PID: its first map, else its first packet.
  let firstOffset: Int64
  /// The presentation time there, in 90 kHz ticks; nil before a clock runs.
  let firstTime: Int64?
  /// Packets come that were kept until a program map told what they are.
  var isReplaying = false

  private enum State {
    /// Before the first PES packet.
    case idle
    /// The first packets of a PES are held until its headers are in view.
    case holding
    /// The PES passes.
    case passing
    /// The rest of the PES is of no use.
    case skipping
  }

  private var state = State.idle
  private var held: [UInt8] = []
  private var heldPayload: [UInt8] = []
  /// Where each byte of `heldPayload` starts in `held`: one entry a packet.
  private var heldPayloadStarts: [(payload: Int, packet: Int)] = []
  private var heldOffset: Int64 = 0
  private var lastHeldOffset: Int64 = 0
  /// The last packet held is not full.
  private var isLastHeldStuffed = false
  private var current: MetadataPES?
  /// Payload bytes of the PES so far.
  private var payloadCount = 0
  /// The header of the PES that passes, when its end was written into it though it has none of its own.
  private var closedHeader: [UInt8]?
  /// Bytes of the current PES so far, its start code included.
  private var currentByteCount = 0

  private var lastPacket: [UInt8] = []
  private var lastWasRepeated = false
  /// The next packet with payload is the first of a part of the input.
  private var beginsPart = false
  /// A packet without payload declared that the counter does not go on.
  private var declaresBreak = false
  /// Whether it was said that a PCR stands on the PID.
  var hasNotedClock = false
  private var scrambled = PacketRun()
  private var damaged = PacketRun()

  /// Bytes of an ID3 header, which tells whether PES_packet_length leaves room for the tag.
  private static let tagHeaderSize = 10
  /// The headers need two packets, three at the worst; packets without payload bytes could go on for
  /// ever.
  private static let maximumHeldPackets = 64
  /// What fits into one packet that marks a discontinuity.
  private static let maximumReopenedHeader = OutgoingPacket.largestPayload - 2

  init(pid: UInt16, program: UInt16?, isDeclared: Bool, firstOffset: Int64, firstTime: Int64?) {
    self.pid = pid
    self.program = program
    self.isDeclared = isDeclared
    self.firstOffset = firstOffset
    self.firstTime = firstTime
  }

  /// The next packet is the first of a part of the input. Where it starts a unit its counter need not go
  /// on: packagers begin the counters of every segment anew.
  mutating func beginPart() { beginsPart = true }

  /// Takes the next packet of the PID. `placing` is called once for each PES that is let through.
  mutating func receive(
    _ packet: TransportPacket,
    offset: Int64,
    into output: inout SieveOutput,
    placing: (MetadataPES) -> Void
  ) {
    if packet.hasPayload { hasPackets = true }
    if packet.hasTransportError {
      damaged.add(offset: offset, time: output.now)
      return
    }
    if packet.isScrambled {
      scrambled.add(offset: offset, time: output.now)
      return
    }
    endRuns(into: &output)
    if packet.pcrBase != nil, !hasNotedClock {
      hasNotedClock = true
      output.append(note("ts-pcr-on-metadata", offset, "PCR on the ID3 PID"))
    }
    guard packet.hasPayload else {
      if packet.hasDiscontinuity { declaresBreak = true }
      return
    }
    guard isInSequence(packet, offset: offset, into: &output, placing: placing) else { return }
    lastPacket.removeAll(keepingCapacity: true)
    lastPacket.append(contentsOf: packet.bytes)

    if packet.startsUnit {
      release(into: &output, placing: placing)
      hold(packet, offset: offset)
    } else {
      switch state {
      case .idle, .skipping: return
      case .passing:
        payloadCount += packet.payload.count
        reopen(at: packet, offset: offset, into: &output, placing: placing)
        output.append(packets: packet.bytes)
        extend(by: packet.payload.count, offset: offset)
      case .holding: hold(packet, offset: offset)
      }
    }
    if state == .holding, hasHeadersInView { release(into: &output, placing: placing) }
  }

  /// Gives up what is held: the stream has ended.
  mutating func finish(into output: inout SieveOutput, placing: (MetadataPES) -> Void) {
    endRuns(into: &output)
    release(into: &output, placing: placing)
  }

  // MARK: - Order

  /// Judges the continuity counter. False: the packet is a legal repeat and is left out.
  private mutating func isInSequence(
    _ packet: TransportPacket,
    offset: Int64,
    into output: inout SieveOutput,
    placing: (MetadataPES) -> Void
  ) -> Bool {
    let isRestart = beginsPart && packet.startsUnit
    let isDeclared = declaresBreak || packet.hasDiscontinuity
    (beginsPart, declaresBreak) = (false, false)
    guard lastPacket.count > 3 else { return true }
    let last = lastPacket[3] & 0x0F
    let counter = packet.continuityCounter
    let wasRepeated = lastWasRepeated
    lastWasRepeated = false
    if isDeclared || counter == (last + 1) & 0x0F { return true }
    if counter == last {
      if lastPacket.elementsEqual(packet.bytes) {
        lastWasRepeated = true
        let detail =
          wasRepeated ? "packet repeated more than once" : "packet repeated once, dropped"
        output.append(note("ts-duplicate-packet", offset, detail))
        return false
      }
      if isRestart { return true }
      output.append(note("ts-duplicate-differs", offset, "duplicate packet with other content"))
      return true
    }
    if isRestart {
      // What is missing of a PES is missing all the same.
      if isInsidePES { breakOff(at: packet, into: &output, placing: placing) }
      return true
    }
    output.append(
      TransportNote(
        lossOn: pid,
        program: program,
        from: last,
        to: counter,
        breaksTag: !packet.startsUnit || isInsidePES,
        offset: offset
      )
    )
    breakOff(at: packet, into: &output, placing: placing)
    return true
  }

  /// Whether the PES that runs has not all of its bytes yet, as far as its length tells.
  private var isInsidePES: Bool {
    switch state {
    case .idle, .skipping: return false
    case .holding: return true
    case .passing:
      guard let length = current?.header?.packetLength, length > 0 else { return false }
      return payloadCount < 6 + length
    }
  }

  /// Ends the running PES at a gap: what follows cannot be put behind what came before.
  private mutating func breakOff(
    at packet: TransportPacket,
    into output: inout SieveOutput,
    placing: (MetadataPES) -> Void
  ) {
    release(into: &output, placing: placing)
    current?.hasGap = true
    if state == .passing, !packet.startsUnit { state = .skipping }
  }

  private mutating func endRuns(into output: inout SieveOutput) {
    if let run = damaged.end() {
      output.append(
        TransportNote(
          damagedOn: pid,
          program: program,
          run.count,
          at: run.firstOffset,
          time: run.firstTime
        )
      )
    }
    if let run = scrambled.end() {
      let packets = run.count == 1 ? "1 scrambled packet" : "\(run.count) scrambled packets"
      var note = note(
        "ts-scrambled",
        run.firstOffset,
        "\(packets) on the ID3 PID, not readable"
      )
      (note.amount, note.time) = (run.count, run.firstTime)
      output.append(note)
    }
  }

  // MARK: - Headers

  /// Takes in where the PES that passes goes on. What stands behind its declared length is no part of
  /// it.
  private mutating func extend(by count: Int, offset: Int64) {
    guard let current, count > 0 else { return }
    let length = current.header?.packetLength ?? 0
    if length == 0 || currentByteCount < 6 + length { current.lastOffset = offset }
    currentByteCount += count
  }

  private mutating func hold(_ packet: TransportPacket, offset: Int64) {
    if state != .holding {
      state = .holding
      closedHeader = nil
      heldOffset = offset
      current = nil
    }
    let payload = packet.payload
    if !payload.isEmpty { lastHeldOffset = offset }
    isLastHeldStuffed = payload.count < OutgoingPacket.largestPayload
    let payloadStart = TransportPacket.byteCount - payload.count
    heldPayloadStarts.append((heldPayload.count, held.count + payloadStart))
    held.append(contentsOf: packet.bytes)
    heldPayload.append(contentsOf: payload)
  }

  /// Whether the PES header and the ten bytes behind it are held, or there are no such bytes. Where the
  /// header does not tell where the tag ends, all of the tag is waited for.
  private var hasHeadersInView: Bool {
    if heldPayloadStarts.count >= Self.maximumHeldPackets { return true }
    switch PESHeader.read(heldPayload) {
    case .notPES: return true
    case .incomplete: return heldPayload.count >= PESHeader.maximumByteCount
    case .header(let header):
      if heldPayload.count >= header.byteCount + Self.tagHeaderSize {
        guard let end = untoldEnd(of: header) else { return true }
        return heldPayload.count >= end || isHeldWhole(header)
      }
      return header.packetLength > 0 && heldPayload.count >= 6 + header.packetLength
    }
  }

  /// Whether the PES is there by its length, and its last packet is stuffed: nothing comes behind it, and a
  /// tag in it that declares more declares too much.
  private func isHeldWhole(_ header: PESHeader) -> Bool {
    isLastHeldStuffed && header.packetLength > 0
      && heldPayload.count == 6 + header.packetLength
  }

  /// Lets the held packets through.
  private mutating func release(into output: inout SieveOutput, placing: (MetadataPES) -> Void) {
    guard state == .holding else { return }
    state = .passing
    defer {
      held.removeAll(keepingCapacity: true)
      heldPayload.removeAll(keepingCapacity: true)
      heldPayloadStarts.removeAll(keepingCapacity: true)
    }
    var header: PESHeader?
    switch PESHeader.read(heldPayload) {
    case .notPES:
      // Private sections or other data: no PES, nothing that a demultiplexer could use.
      if !heldPayload.isEmpty {
        output.append(note("pes-payload-start", heldOffset, "no PES packet where a unit starts"))
      }
      state = .skipping
      return
    case .incomplete:
      break
    case .header(let found):
      if found.isScrambled {
        output.append(note("ts-scrambled", heldOffset, "PES packet scrambled, not readable"))
        state = .skipping
        return
      }
      header = found
      if found.packetLength > 0, 6 + found.packetLength <= found.byteCount {
        output.append(note("pes-empty", heldOffset, "empty PES"))
      }
      mend(found)
    }
    payloadCount = heldPayload.count
    let pes = MetadataPES(
      pid: pid,
      program: program,
      offset: heldOffset,
      sievedOffset: output.byteCount,
      header: header,
      isUndeclared: !isDeclared || isReplaying,
      isReplayed: isReplaying
    )
    pes.lastOffset = lastHeldOffset
    currentByteCount = heldPayload.count
    current = pes
    startCount += 1
    placing(pes)
    output.append(pes)
    // One packet an item: the demultiplexer must not see more than it needs for one PES.
    for start in stride(from: 0, to: held.count, by: TransportPacket.byteCount) {
      output.append(packets: held[start..<start + TransportPacket.byteCount])
    }
  }

  /// Changes the held copy where the header would make a demultiplexer lose bytes or the time stamp, or
  /// wait: a length that is missing, or too small for the tag, becomes that of the tag when nothing
  /// stands behind it in its last packet, else 0 (unbounded); forbidden flags '01' become '10'. Of an
  /// unbounded PES a demultiplexer knows the end only when the next begins: that may be ten seconds
  /// later.
  private mutating func mend(_ header: PESHeader) {
    if let end = untoldEnd(of: header), !isHeldWhole(header) {
      let isClosed = heldPayload.count == end && header.byteCount <= Self.maximumReopenedHeader
      let length = isClosed ? end - 6 : 0
      setHeldPayloadByte(4, to: 0)
      setHeldPayloadByte(5, to: 0)
      if isClosed { closedHeader = Array(heldPayload.prefix(header.byteCount)) }
      setHeldPayloadByte(4, to: UInt8(length >> 8))
      setHeldPayloadByte(5, to: UInt8(length & 0xFF))
    }
    if header.timestampFlags == 1, header.pts != nil {
      setHeldPayloadByte(7, to: heldPayload[7] & 0x3F | 0x80)
    }
  }

  /// Another tag stands in a PES that was closed behind its first: it gets a header like that one.
  private mutating func reopen(
    at packet: TransportPacket,
    offset: Int64,
    into output: inout SieveOutput,
    placing: (MetadataPES) -> Void
  ) {
    guard let header = closedHeader, TagProbe.declaredSize(packet.payload) != nil else { return }
    closedHeader = nil
    let pes = MetadataPES(
      pid: pid,
      program: program,
      offset: offset,
      sievedOffset: output.byteCount,
      header: current?.header,
      isUndeclared: !isDeclared || isReplaying,
      isReplayed: isReplaying
    )
    current = pes
    startCount += 1
    placing(pes)
    output.append(pes)
    let start = OutgoingPacket(
      pid: pid,
      startsUnit: true,
      continuityCounter: (packet.continuityCounter + 15) & 0x0F,
      isDiscontinuous: true,
      payload: header
    )
    output.append(packets: start.encoded)
  }

  /// Where the tag ends in the PES when PES_packet_length leaves no room for it, or is 0; nil when it
  /// does, or when there is no tag or one too large for the field.
  private func untoldEnd(of header: PESHeader) -> Int? {
    guard let size = tagSize(behind: header), size <= Int(UInt16.max) - header.byteCount else {
      return nil
    }
    let end = header.byteCount + size
    return header.packetLength == 0 || 6 + header.packetLength < end ? end : nil
  }

  /// The size of the tag that starts behind the PES header, by its synchsafe size field.
  private func tagSize(behind header: PESHeader) -> Int? {
    let tag = heldPayload.dropFirst(header.byteCount).prefix(Self.tagHeaderSize)
    return TagProbe.declaredSize(tag)
  }

  private mutating func setHeldPayloadByte(_ index: Int, to value: UInt8) {
    guard let piece = heldPayloadStarts.last(where: { $0.payload <= index }) else { return }
    held[piece.packet + index - piece.payload] = value
    heldPayload[index] = value
  }

  private func note(_ rule: String, _ offset: Int64, _ detail: String) -> TransportNote {
    TransportNote(rule: rule, offset: offset, pid: pid, program: program, detail: detail)
  }
}

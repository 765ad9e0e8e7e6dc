/// Handles the packets of one ID3 PID in the sieve: it checks them, drops those that must not reach the demultiplexer,
/// holds the first packets of a PES packet to complete the PES header and the ID3 header, and assembles PES packets.
package struct MetadataStream {
  package let pid: UInt16
  /// The program whose map declares the PID.
  package internal(set) var program: UInt16?
  /// Whether a program map has declared the PID as ID3.
  package internal(set) var isDeclared: Bool { didSet { isInMap = isDeclared } }
  /// Whether the maps in force still declare the PID.
  var isInMap: Bool
  private(set) var packetCount = 0
  /// Whether a packet with payload has arrived, readable or not.
  private(set) var hasPackets = false
  /// The number of readable packets with payload before the first unit start: the rest of a PES packet at the start of
  /// the input, or all packets.
  private(set) var packetsBeforeStart = 0
  /// Whether readable packets with payload have arrived, but none that starts a unit.
  var lacksUnitStarts: Bool { state == .idle && packetsBeforeStart > 0 }
  /// The position of the first evidence of the PID in the input: its first map, or its first packet.
  let firstPosition: StreamPosition
  /// The presentation time, in 90 kHz ticks, when the PID's packets were first passed on; nil before a clock runs.
  let firstTime: Int64?
  /// Whether the packets that are handled now had been kept.
  var isReplaying = false

  private enum State {
    /// No PES packet has started.
    case idle
    /// The first packets of a PES packet are held to complete its headers.
    case holding
    /// The packets of the PES packet are passed on.
    case passing
    /// The rest of the unit is dropped.
    case skipping
  }

  private var state = State.idle
  private var held = HeldPackets()
  private(set) var collector = PESCollector()
  /// The header of the current PES packet if its length was changed so that the packet ends with its first tag; else nil.
  private var closedHeader: [UInt8]?

  private var lastPacket: [UInt8] = []
  private var lastWasRepeated = false
  private var standstill = CounterStandstill()
  /// Whether the next packet with payload is the first in a part of the input. If it starts a unit, its counter may
  /// have any value: packagers restart the counters in every segment.
  var beginsPart = false
  private var isHeldOverSegments = false
  /// Whether a packet without payload declared a discontinuity of the counter.
  private var declaresBreak = false
  var hasNotedClock = false
  private var scrambled = PacketRun()
  private var damaged = PacketRun()

  init(
    pid: UInt16,
    program: UInt16?,
    isDeclared: Bool,
    firstPosition: StreamPosition,
    firstTime: Int64?
  ) {
    self.pid = pid
    self.program = program
    self.isDeclared = isDeclared
    isInMap = isDeclared
    self.firstPosition = firstPosition
    self.firstTime = firstTime
  }

  mutating func receive(
    _ packet: TransportPacket,
    position: StreamPosition,
    into output: inout SieveOutput
  ) {
    if packet.hasPayload { hasPackets = true }
    if packet.hasTransportError {
      damaged.add(position: position, time: output.now)
      return
    }
    if packet.isScrambled {
      scrambled.add(position: position, time: output.now)
      return
    }
    endRuns(into: &output)
    if packet.pcrBase != nil, !hasNotedClock {
      hasNotedClock = true
      output.append(note("ts-pcr-on-metadata", position, "PCR on the ID3 PID"))
    }
    guard packet.hasPayload else {
      if packet.hasDiscontinuity { declaresBreak = true }
      return
    }
    if beginsPart, !packet.startsUnit {
      isHeldOverSegments = true
      if state == .passing { collector.open?.value.spansSegments = true }
    }
    guard isInSequence(packet, position: position, into: &output) else { return }
    lastPacket.removeAll(keepingCapacity: true)
    lastPacket.append(contentsOf: packet.bytes)

    if packet.startsUnit {
      release(into: &output)
      collector.complete(into: &output)
      hold(packet, position: position)
    } else {
      if standstill.isLast, state == .passing { collector.open?.value.repeatsCounter = true }
      noteMissingStart(packet, position: position, into: &output)
      switch state {
      case .idle:
        packetsBeforeStart += 1
        return
      case .skipping: return
      case .passing:
        reopen(at: packet, position: position, into: &output)
        collector.extend(by: packet, position: position, into: &output)
      case .holding: hold(packet, position: position)
      }
    }
    if state == .holding, held.hasHeadersInView { release(into: &output) }
  }

  /// Releases held packets at the end of the stream, or before missing packets.
  mutating func finish(into output: inout SieveOutput) {
    endRuns(into: &output)
    release(into: &output)
  }

  /// Ends the current PES packet, because packets of the stream are missing from here on.
  mutating func beginAfterHole(into output: inout SieveOutput) {
    finish(into: &output)
    if isInsidePES { collector.noteGap(into: &output) }
    if state == .passing { state = .skipping }
    lastPacket.removeAll(keepingCapacity: true)
  }

  // MARK: - Order

  /// Checks the continuity counter. Returns false for a packet that is dropped as a copy of the previous one.
  private mutating func isInSequence(
    _ packet: TransportPacket,
    position: StreamPosition,
    into output: inout SieveOutput
  ) -> Bool {
    let isRestart = beginsPart && packet.startsUnit
    let isDeclared = declaresBreak || packet.hasDiscontinuity
    (beginsPart, declaresBreak) = (false, false)
    standstill.next()
    guard lastPacket.count > 3 else { return true }
    let last = lastPacket[3] & 0x0F
    let counter = packet.continuityCounter
    let wasRepeated = lastWasRepeated
    lastWasRepeated = false
    if isDeclared || counter == (last + 1) & 0x0F {
      standstill.end()
      return true
    }
    if counter == last {
      if lastPacket.elementsEqual(packet.bytes) {
        lastWasRepeated = true
        let detail =
          wasRepeated ? "packet repeated more than once" : "packet repeated once: copy dropped"
        output.append(note("ts-duplicate-packet", position, detail))
        return false
      }
      if state == .passing { collector.open?.value.isBroken = true }
      if isRestart { return true }
      output.append(
        standstill.add()
          ? TransportNote(standstillOn: pid, program: program, at: counter, position: position)
          : note("ts-duplicate-differs", position, "duplicate packet with other content")
      )
      return true
    }
    standstill.end()
    if state == .passing { collector.open?.value.isBroken = true }
    if isRestart {
      // The rest of the previous PES packet is missing, although the counter may restart.
      if isInsidePES { breakOff(at: packet, into: &output) }
      return true
    }
    output.append(
      TransportNote(
        lossOn: pid,
        program: program,
        from: last,
        to: counter,
        breaksTag: !packet.startsUnit || isInsidePES,
        position: position
      )
    )
    breakOff(at: packet, into: &output)
    return true
  }

  /// Whether the current PES packet is held, or incomplete according to its length.
  private var isInsidePES: Bool {
    switch state {
    case .idle, .skipping: return false
    case .holding: return true
    case .passing: return collector.isInside
    }
  }

  /// Ends the current PES packet at a gap: later bytes cannot be joined to the earlier ones.
  private mutating func breakOff(at packet: TransportPacket, into output: inout SieveOutput) {
    release(into: &output)
    collector.noteGap(into: &output)
    if state == .passing, !packet.startsUnit { state = .skipping }
  }

  private mutating func endRuns(into output: inout SieveOutput) {
    if let run = damaged.end() {
      output.append(TransportNote(damagedOn: pid, program: program, run))
    }
    if let run = scrambled.end() {
      output.append(TransportNote(scrambledOn: pid, program: program, run))
    }
  }

  // MARK: - Headers

  private mutating func hold(_ packet: TransportPacket, position: StreamPosition) {
    if state != .holding {
      state = .holding
      (closedHeader, isHeldOverSegments) = (nil, false)
      collector.forget()
    }
    held.append(packet, position: position)
    standstill.join(startsUnit: packet.startsUnit)
  }

  /// Reports a PES packet with a tag but without a unit start, which is not read.
  private func noteMissingStart(
    _ packet: TransportPacket,
    position: StreamPosition,
    into output: inout SieveOutput
  ) {
    guard state != .holding, !isPassingUndeclaredLength, !isInsidePES,
      TagProbe.startsTag(pes: packet.payload)
    else { return }
    output.append(
      note("pes-payload-start", position, "a PES packet without a unit start is not read")
    )
  }

  /// Whether the packets of a PES packet with an unknown end are passed on.
  private var isPassingUndeclaredLength: Bool {
    state == .passing && closedHeader == nil && collector.declaredLength == 0
  }

  private mutating func release(into output: inout SieveOutput) {
    guard state == .holding else { return }
    state = .passing
    defer { held.removeAll() }
    var header: PESHeader?
    switch PESHeader.read(held.payload) {
    case .notPES:
      // Private sections or other data, which a demultiplexer cannot use.
      if !held.payload.isEmpty {
        output.append(note("pes-payload-start", held.position, "no PES packet at a unit start"))
      }
      state = .skipping
      return
    case .incomplete: break
    case .header(let found):
      if found.isScrambled {
        output.append(
          note("ts-scrambled", held.position, "the PES packet is scrambled and cannot be read")
        )
        state = .skipping
        return
      }
      header = found
      if found.packetLength > 0, 6 + found.packetLength <= found.byteCount {
        output.append(note("pes-empty", held.position, "empty PES"))
      }
      if !found.hasMarkerBits(in: held.payload) {
        output.append(note("pes-marker-bits", held.position, "a marker bit of the PTS is 0"))
      }
      closedHeader = held.repair(found)
    }
    var pes = start(header: header, position: held.position)
    pes.lastPosition = held.lastPosition
    pes.repeatsCounter = standstill.isInUnit
    pes.spansSegments = isHeldOverSegments
    pes.multiplex.firstPacketBytes = header.map { held.firstPayloadCount - $0.byteCount }
    output.started.append(collector.begin(pes, with: held, into: &output))
  }

  private mutating func start(header: PESHeader?, position: StreamPosition) -> MetadataPES {
    packetCount += 1
    return MetadataPES(
      number: packetCount - 1,
      pid: pid,
      program: program,
      position: position,
      lastPosition: position,
      header: header,
      isUndeclared: !isInMap || isReplaying,
      isReplayed: isReplaying
    )
  }

  /// Starts a new PES packet for a further tag in a PES packet that was ended after its first tag. The new PES packet
  /// gets a copy of the header.
  private mutating func reopen(
    at packet: TransportPacket,
    position: StreamPosition,
    into output: inout SieveOutput
  ) {
    guard let header = closedHeader, TagProbe.declaredSize(packet.payload) != nil else { return }
    closedHeader = nil
    let pes = start(header: collector.current?.value.header, position: position)
    output.started.append(collector.begin(pes, with: header, before: packet))
  }

  private func note(_ rule: String, _ position: StreamPosition, _ detail: String) -> TransportNote {
    TransportNote(rule: rule, position: position, pid: pid, program: program, detail: detail)
  }
}

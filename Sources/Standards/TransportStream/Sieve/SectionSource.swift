import Glibc

/// Assembles the sections of one PID, and checks the continuity of its packets.
struct SectionSource {
  private var assembler = SectionAssembler()
  private var lastCounter = PIDTables.noCounter
  private var damaged = PacketRun()
  private var beginsPart = false
  private var declaresBreak = false
  /// The number of consecutive packets with the counter of the previous packet, at most 2.
  private var repeats = 0
  private var hasNotedStandstill = false
  /// The payload of the latest packet that contained only complete sections, with those sections. Tables repeat, and
  /// the same bytes are not parsed again.
  private var repeated: (payload: [UInt8], sections: [[UInt8]]) = ([], [])

  /// Begins a part of the input. If its first packet starts a section, its counter may have any value and is not a
  /// repetition: packagers restart the counters in every segment.
  mutating func beginPart() { beginsPart = true }

  mutating func beginAfterHole() {
    (lastCounter, repeats) = (PIDTables.noCounter, 0)
    assembler.reset()
  }

  /// Handles the next packet. Returns the sections that the packet completes, and adds notes about errors.
  mutating func receive(
    _ packet: TransportPacket,
    position: StreamPosition,
    time: Int64?,
    notes: inout [TransportNote]
  ) -> [[UInt8]] {
    if packet.hasTransportError {
      damaged.add(position: position, time: time)
      return []
    }
    finish(pid: packet.pid, notes: &notes)
    if !packet.hasPayload, packet.hasDiscontinuity { declaresBreak = true }
    guard packet.hasPayload, !packet.isScrambled else { return [] }
    let counter = packet.continuityCounter
    let isDeclared = declaresBreak || packet.hasDiscontinuity
    defer {
      lastCounter = counter
      (beginsPart, declaresBreak) = (false, false)
    }
    if lastCounter != PIDTables.noCounter, !isDeclared {
      repeats = counter == lastCounter && !beginsPart ? min(repeats + 1, 2) : 0
      // One repetition is legal. A further packet with the same counter comes from a device that does not count.
      if repeats == 1 { return [] }
      if repeats == 2, !hasNotedStandstill {
        hasNotedStandstill = true
        var note = TransportNote(standstillOn: packet.pid, at: counter, position: position)
        note.concernsTables = true
        notes.append(note)
      }
      if counter != lastCounter, counter != (lastCounter + 1) & 0x0F {
        if !beginsPart || !packet.startsUnit {
          notes.append(
            TransportNote(
              lossOn: packet.pid,
              from: lastCounter,
              to: counter,
              concernsTables: true,
              position: position
            )
          )
        }
        assembler.reset()
      }
    }
    let payload = packet.payload
    let isAlone = packet.startsUnit && assembler.isIdle
    if isAlone, Self.isEqual(repeated.payload, payload) { return repeated.sections }
    var sections: [[UInt8]] = []
    assembler.append(payload, startsUnit: packet.startsUnit) { sections.append($0) }
    if isAlone, assembler.isIdle, !sections.isEmpty { repeated = (Array(payload), sections) }
    return sections
  }

  /// Compares two payloads with memcmp, because a comparison in Swift would cost more than parsing.
  private static func isEqual(_ known: [UInt8], _ payload: UnsafeRawBufferPointer) -> Bool {
    guard known.count == payload.count, let new = payload.baseAddress else { return false }
    return known.withUnsafeBytes { old in
      old.baseAddress.map { memcmp($0, new, payload.count) == 0 } ?? false
    }
  }

  /// Reports how many consecutive packets had a transport error, after the last of them.
  mutating func finish(pid: UInt16, notes: inout [TransportNote]) {
    guard let run = damaged.end() else { return }
    notes.append(TransportNote(damagedOn: pid, run))
  }
}

import Testing

@testable import TransportStream

@Suite struct FrameLossTests {
  @Test("one note counts all missing packets, and has the position of the first one")
  func sum() throws {
    var loss = PacketRun()
    loss.add(1, position: 376, time: 9000)
    let detail = "1 packet of audio, video and other data lost"
    #expect(TransportNote(framesLost: loss).detail == detail)
    loss.add(4, position: 1880, time: 18_000)
    let note = try #require(loss.end().map(TransportNote.init(framesLost:)))
    #expect(note.amount == 5)
    #expect(note.position.offset == 376)
    #expect(note.time == 9000)
    #expect(loss.end() == nil)
  }

  @Test(
    "a counter that neither continues nor repeats means loss, unless a discontinuity is declared",
    arguments: [
      (5, false, 0), (4, false, 0), (6, false, 1), (3, false, 14), (9, false, 4), (9, true, 0),
    ] as [(UInt8, Bool, Int)]
  )
  func missing(counter: UInt8, isDeclared: Bool, expected: Int) {
    let tables = PIDTables()
    #expect(missing(tables, OutgoingPacket(pid: 0x100, continuityCounter: 4, payload: [1])) == 0)
    let next = OutgoingPacket(
      pid: 0x100,
      continuityCounter: counter,
      isDiscontinuous: isDeclared,
      payload: [1]
    )
    #expect(missing(tables, next) == expected)
  }

  @Test("after the continuity counters are reset, any counter is accepted without a loss")
  func forgotten() {
    let tables = PIDTables()
    #expect(missing(tables, OutgoingPacket(pid: 0x100, continuityCounter: 4, payload: [1])) == 0)
    tables.forgetCounters()
    #expect(missing(tables, OutgoingPacket(pid: 0x100, continuityCounter: 9, payload: [1])) == 0)
  }

  private func missing(_ tables: PIDTables, _ packet: OutgoingPacket) -> Int {
    packet.encoded.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        tables.missingPackets(before: TransportPacket(at: $0), pid: packet.pid)
      } ?? -1
    }
  }
}

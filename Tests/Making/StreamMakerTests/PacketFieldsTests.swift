import Testing
import TransportStream

@testable import StreamMaker

@Suite struct PacketFieldsTests {
  /// Shifts of clocks in 90 kHz ticks: none, forward, backward, and past the end of the 33 bits.
  static let shifts: [Int64] = [0, 1, 9_000, -9_000, Timestamp.modulus - 1_000_000]

  private static func packet(_ pes: PESPacket) -> OutgoingPacket {
    var writer = PacketWriter()
    return writer.packets(carrying: pes.encoded, pid: 0x101)[0]
  }

  @Test("PID, unit start, PCR and time stamps of a packet are read")
  func fields() {
    let pes = PESPacket(pts: 900_000, dts: 890_000, payload: [1, 2, 3])
    let bytes = Self.packet(pes).encoded
    bytes.withUnsafeBytes { packet in
      #expect(PacketFields.pid(packet) == 0x101)
      #expect(PacketFields.startsUnit(packet))
      #expect(PacketFields.pcr(packet) == nil)
      let starts = PacketFields.timestampStarts(packet)
      #expect(starts.map { PacketFields.timestamp(packet, at: $0) } == [900_000, 890_000])
      #expect(!PacketFields.startsTag(packet))
    }
  }

  @Test("a shift changes only PTS and DTS of a PES packet", arguments: shifts)
  func timestamps(shift: Int64) {
    let pes = PESPacket(pts: 900_000, dts: 890_000, payload: [1, 2, 3])
    var moved = pes
    moved.pts = (900_000 + shift) & (Timestamp.modulus - 1)
    moved.dts = (890_000 + shift) & (Timestamp.modulus - 1)
    var bytes = Self.packet(pes).encoded
    bytes.withUnsafeMutableBytes { PacketFields.shiftClocks($0, by: shift) }
    #expect(bytes == Self.packet(moved).encoded)
  }

  @Test("a shift changes the base of a PCR and keeps its extension", arguments: shifts)
  func clock(shift: Int64) {
    let writer = PacketWriter()
    let pcr: Int64 = 900_000 * 300 + 299
    let moved = ((900_000 + shift) & (Timestamp.modulus - 1)) * 300 + 299
    var bytes = writer.clockPacket(pcr: pcr, pid: 0x100).encoded
    bytes.withUnsafeBytes { #expect(PacketFields.pcr($0) == pcr) }
    bytes.withUnsafeMutableBytes { PacketFields.shiftClocks($0, by: shift) }
    #expect(bytes == writer.clockPacket(pcr: moved, pid: 0x100).encoded)
  }

  @Test("the discontinuity indicator is set only in a packet with a PCR")
  func discontinuity() {
    let writer = PacketWriter()
    var clock = writer.clockPacket(pcr: 300, pid: 0x100)
    var bytes = clock.encoded
    #expect(bytes.withUnsafeMutableBytes { PacketFields.markDiscontinuity($0) })
    clock.isDiscontinuous = true
    #expect(bytes == clock.encoded)

    var others = Self.packet(PESPacket(pts: 900_000, payload: [1])).encoded
    let before = others
    #expect(!others.withUnsafeMutableBytes { PacketFields.markDiscontinuity($0) })
    #expect(others == before)
  }

  @Test("a PES packet whose payload begins with ID3 starts a tag")
  func tag() {
    let tag = Array("ID3".utf8) + [UInt8](repeating: 0, count: 100)
    let bytes = Self.packet(PESPacket(pts: 900_000, payload: tag)).encoded
    bytes.withUnsafeBytes { #expect(PacketFields.startsTag($0)) }
  }
}

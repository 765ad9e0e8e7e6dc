import Testing

@testable import TransportStream

@Suite struct PacketWriterTests {
  @Test("a tag of 271 bytes takes two packets, with the stuffing of the published example")
  func tag() {
    let pes = PESPacket(
      pts: 900_000,
      isDataAligned: true,
      payload: [UInt8](repeating: 0x49, count: 271)
    )
    var writer = PacketWriter()
    let packets = writer.packets(carrying: pes.encoded, pid: 0x102).map(\.encoded)
    #expect(packets.count == 2)
    #expect(
      packets[0].prefix(18).hexadecimal == "47410210" + "000001bd01178480052100377741"
    )
    #expect(packets[1].prefix(7).hexadecimal == "470102315200ff")
    #expect(packets[1].suffix(101) == [UInt8](repeating: 0x49, count: 101))
  }

  @Test("a PMT is written with the bytes of the published example")
  func programMap() {
    let map = ProgramMap(
      programNumber: 1,
      pcrPID: 0x100,
      descriptors: [.id3MetadataPointer(programNumber: 1, serviceID: 0)],
      streams: [
        ElementaryStream(type: .h264, pid: 0x100),
        ElementaryStream(
          type: .adtsAAC,
          pid: 0x101,
          descriptors: [Descriptor(tag: 0x0a, body: [0x75, 0x6e, 0x64, 0x00])]
        ),
        ElementaryStream(type: .metadataInPES, pid: 0x102, descriptors: [.id3Metadata()]),
      ]
    )
    var writer = PacketWriter()
    let packets = writer.packets(carryingSection: map.section.encoded, pid: 0x1000)
    #expect(packets.count == 1)
    let section =
      "02b0420001c10000e100f011250fffff49443320ff4944332000" + "1f00011be100f000"
      + "0fe101f0060a04756e640015e102f00f260dffff49443320ff49443320000ffc672cf4"
    #expect(packets[0].encoded.prefix(74).hexadecimal == "4750001000" + section)
    #expect(packets[0].encoded.dropFirst(74).allSatisfy { $0 == 0xff })
  }

  @Test("a long section continues in a second packet that does not start a unit")
  func longSection() {
    var writer = PacketWriter()
    let packets = writer.packets(
      carryingSection: [UInt8](repeating: 1, count: 200),
      pid: 0x20
    )
    #expect(packets.map(\.startsUnit) == [true, false])
    #expect(packets.map(\.payload.count) == [184, 184])
    #expect(packets[0].payload.first == 0)
    #expect(packets[1].payload.filter { $0 == 1 }.count == 200 - 183)
  }

  @Test("every PID has a separate continuity counter, which continues with 0 after 15")
  func counters() {
    var writer = PacketWriter()
    let first = (0..<20).flatMap { _ in writer.packets(carrying: [1], pid: 1) }
    #expect(first.map(\.continuityCounter) == (0..<20).map { UInt8($0 % 16) })
    let second = writer.packets(carrying: [1], pid: 2)
    #expect(second.map(\.continuityCounter) == [0])
  }

  @Test("a packet with only a PCR repeats the continuity counter of the previous packet")
  func clockPacket() {
    var writer = PacketWriter()
    #expect(writer.clockPacket(pcr: 0, pid: 1).continuityCounter == 15)
    _ = writer.packets(carrying: [UInt8](repeating: 0, count: 300), pid: 1)
    #expect(writer.clockPacket(pcr: 0, pid: 1).continuityCounter == 1)
    #expect(writer.packets(carrying: [1], pid: 1)[0].continuityCounter == 2)
  }

  @Test("skipped values of a continuity counter are not written")
  func skip() {
    var writer = PacketWriter()
    _ = writer.packets(carrying: [1], pid: 1)
    writer.skipCounter(pid: 1, by: 2)
    #expect(writer.packets(carrying: [1], pid: 1)[0].continuityCounter == 3)
  }
}

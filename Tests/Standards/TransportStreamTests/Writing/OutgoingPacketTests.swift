import Testing

@testable import TransportStream

@Suite struct OutgoingPacketTests {
  private func payload(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xaa, count: count) }

  @Test("a packet with 184 payload bytes has no adaptation field")
  func full() {
    let bytes = OutgoingPacket(
      pid: 0x102,
      startsUnit: true,
      continuityCounter: 5,
      payload: payload(184)
    ).encoded
    #expect(bytes.count == 188)
    #expect(bytes.prefix(4).hexadecimal == "47410215")
    #expect(Array(bytes.dropFirst(4)) == payload(184))
  }

  @Test(
    "an adaptation field before a short payload fills up the packet",
    arguments: [(183, "00"), (182, "0100"), (181, "0200ff"), (101, "5200ffff")]
  )
  func stuffed(count: Int, field: String) {
    let bytes = OutgoingPacket(pid: 0x102, payload: payload(count)).encoded
    #expect(bytes.count == 188)
    #expect(bytes.prefix(4).hexadecimal == "47010230")
    #expect(bytes.dropFirst(4).hexadecimal.hasPrefix(field))
    #expect(Array(bytes.suffix(count)) == payload(count))
    #expect(bytes[188 - count - 1] == (count == 183 ? 0 : count == 182 ? 0 : 0xff))
  }

  @Test("a packet without payload consists of its adaptation field")
  func clock() {
    let bytes = OutgoingPacket(pid: 0x1fe, pcr: 270_000_000).encoded
    #expect(bytes.count == 188)
    #expect(bytes.prefix(12).hexadecimal == "4701fe20b7100006ddd07e00")
    #expect(bytes.dropFirst(12).allSatisfy { $0 == 0xff })
  }

  @Test("each flag of a transport packet sets its header bits")
  func flags() {
    let bytes = OutgoingPacket(
      pid: 0x1fff,
      hasTransportError: true,
      scramblingControl: 3,
      continuityCounter: 15,
      isDiscontinuous: true,
      isRandomAccess: true,
      payload: payload(10)
    ).encoded
    #expect(bytes.prefix(6).hexadecimal == "479ffff" + "fadc0")
    #expect(bytes.count == 188)
  }

  @Test("a packet with a PCR has room for 176 payload bytes")
  func capacity() {
    #expect(OutgoingPacket(pid: 1).payloadCapacity == 184)
    #expect(OutgoingPacket(pid: 1, isRandomAccess: true).payloadCapacity == 182)
    let packet = OutgoingPacket(pid: 1, pcr: 0, payload: payload(184))
    #expect(packet.payloadCapacity == 176)
    #expect(packet.encoded.count == 188)
    #expect(packet.encoded[4] == 7)
  }

  @Test("a null packet has PID 0x1FFF and the payload bytes 0xFF")
  func null() {
    let bytes = OutgoingPacket.null.encoded
    #expect(bytes.prefix(4).hexadecimal == "471fff10")
    #expect(bytes.dropFirst(4).allSatisfy { $0 == 0xff })
    #expect(bytes.count == 188)
  }
}

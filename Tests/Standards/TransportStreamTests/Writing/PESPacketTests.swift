import Testing
import TransportStream

@Suite struct PESPacketTests {
  private let tag = [UInt8](repeating: 0x49, count: 271)

  @Test("a PES packet at 10 s has the header of the published example")
  func tagHeader() {
    let packet = PESPacket(pts: 900_000, isDataAligned: true, payload: tag).encoded
    #expect(packet.prefix(14).hexadecimal == "000001bd01178480052100377741")
    #expect(Array(packet.dropFirst(14)) == tag)
  }

  @Test("a written PES header is read back with the same values")
  func roundTrip() throws {
    let packet = PESPacket(
      streamID: 0xc0,
      pts: 5,
      dts: 3,
      isDataAligned: true,
      scramblingControl: 2,
      headerStuffing: 7,
      payload: [1, 2, 3]
    )
    guard case .header(let header) = PESHeader.read(packet.encoded) else {
      Issue.record("no header")
      return
    }
    #expect(header.streamID == 0xc0)
    #expect(header.pts == 5)
    #expect(header.timestampFlags == 3)
    #expect(header.isScrambled)
    #expect(header.isAligned)
    #expect(header.byteCount == 9 + 10 + 7)
    #expect(header.packetLength == 3 + 10 + 7 + 3)
    #expect(packet.encoded[14..<19].hexadecimal == "1100010007")
  }

  @Test("a PES header without time stamps has no flags and a header length of 0")
  func withoutTime() {
    #expect(PESPacket(payload: [7]).encoded.hexadecimal == "000001bd000480000007")
  }

  @Test("a DTS without a PTS is written with the forbidden flags 01")
  func loneDTS() {
    let packet = PESPacket(dts: 900_000, payload: []).encoded
    #expect(packet.hexadecimal == "000001bd000880400511" + "00377741")
  }

  @Test("the stuffing of a PES header is limited to the maximum header size")
  func stuffing() {
    let packet = PESPacket(pts: 0, headerStuffing: 400, payload: [9]).encoded
    #expect(packet.count == 9 + 255 + 1)
    #expect(packet[8] == 255)
    #expect(packet[14..<264].allSatisfy { $0 == 0xff })
    #expect(PESPacket(pts: 0, headerStuffing: -1, payload: [9]).encoded.count == 15)
  }

  @Test(
    "PES packets of private_stream_2 and padding are written without an optional header",
    arguments: [0xbf, 0xbe] as [UInt8]
  )
  func withoutHeader(streamID: UInt8) {
    let packet = PESPacket(streamID: streamID, pts: 5, payload: [1, 2]).encoded
    #expect(packet == [0, 0, 1, streamID, 0, 2, 1, 2])
  }

  @Test("PES_packet_length can have a wrong value, and is 0 if 16 bits cannot represent the length")
  func length() {
    #expect(
      PESPacket(length: .fixed(400), payload: [1]).encoded[4..<6].hexadecimal == "0190"
    )
    let largest = PESPacket(payload: [UInt8](repeating: 0, count: 65_532)).encoded
    #expect(largest[4..<6].hexadecimal == "ffff")
    let tooLarge = PESPacket(payload: [UInt8](repeating: 0, count: 65_533)).encoded
    #expect(tooLarge[4..<6].hexadecimal == "0000")
  }
}

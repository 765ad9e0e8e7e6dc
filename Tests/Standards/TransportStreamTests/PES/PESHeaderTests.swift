import Testing

@testable import TransportStream

@Suite struct PESHeaderTests {
  @Test(
    "a PTS is read from its five bytes",
    arguments: [
      (Int64(0), [0x21, 0x00, 0x01, 0x00, 0x01]),
      (900_000, [0x21, 0x00, 0x37, 0x77, 0x41]),
      (8_102_069_984, [0x2F, 0x8B, 0xAF, 0x8D, 0xC1]),
      ((1 << 33) - 1, [0x2F, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(Int64, [UInt8])]
  )
  func timestamps(pts: Int64, bytes: [UInt8]) {
    let pes: [UInt8] = [0, 0, 1, 0xBD, 0x01, 0x17, 0x84, 0x80, 5] + bytes
    let expected = PESHeader(
      streamID: 0xBD,
      packetLength: 279,
      isScrambled: false,
      isAligned: true,
      timestampFlags: 2,
      pts: pts,
      byteCount: 14
    )
    #expect(PESHeader.read(pes) == .header(expected))
    #expect(pes.withUnsafeBytes { PESHeader.presentationTimestamp($0) } == pts)
  }

  @Test("a PES header cut at any byte is incomplete", arguments: 0..<14)
  func incomplete(length: Int) {
    let pes = PESPacket(pts: 900_000, payload: [1]).encoded
    #expect(PESHeader.read(pes.prefix(length)) == .incomplete)
    #expect(pes.prefix(length).withUnsafeBytes { PESHeader.presentationTimestamp($0) } == nil)
  }

  @Test("bytes without a start code, or with an MPEG-1 header, are not a PES packet")
  func notPES() {
    #expect(PESHeader.read([0, 1]) == .notPES)
    #expect(PESHeader.read([0, 0, 1, 0xBD, 0, 0, 0x0F, 0, 0]) == .notPES)
  }

  @Test("in a PES packet of private_stream_2, the payload follows PES_packet_length")
  func privateStream2() {
    guard case .header(let header) = PESHeader.read([0, 0, 1, 0xBF, 0, 3, 1, 2, 3]) else {
      Issue.record("no header")
      return
    }
    #expect(header.byteCount == 6)
    #expect(header.pts == nil)
  }

  @Test(
    "an optional header before a tag is read, even if the stream_id allows no optional header",
    arguments: [
      (0xBE, [0x49, 0x44, 0x33]), (0xBC, [0x49, 0x44, 0x33]), (0xBE, [0x49, 0x44, 0x34]),
    ] as [(UInt8, [UInt8])]
  )
  func headerOfOtherStream(id: UInt8, payload: [UInt8]) {
    var pes = PESPacket(pts: 900_000, isDataAligned: true, payload: payload).encoded
    pes[3] = id
    guard case .header(let header) = PESHeader.read(pes) else {
      Issue.record("no header")
      return
    }
    #expect(header.pts == (payload.last == 0x33 ? 900_000 : nil))
    #expect(header.byteCount == (payload.last == 0x33 ? 14 : 6))
  }

  @Test("the PTS of a video header without marker bits is not used")
  func markers() {
    let pes: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5, 0x20, 0, 0, 0, 0]
    #expect(pes.withUnsafeBytes { PESHeader.presentationTimestamp($0) } == nil)
  }
}

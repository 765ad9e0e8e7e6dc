import Testing

@testable import StreamMaker

@Suite struct ADTSHeaderTests {
  @Test(
    "the header has the profile, frequency and channels of the codec description",
    arguments: [
      // LC, 44100 Hz, stereo.
      ([0x12, 0x10], [0xff, 0xf1, 0x50, 0x80, 0x0d, 0x7f, 0xfc]),
      // LC, 8000 Hz, mono, with an extension that is ignored.
      ([0x15, 0x88, 0x56, 0xe5, 0x00], [0xff, 0xf1, 0x6c, 0x40, 0x0d, 0x7f, 0xfc]),
      // HE-AAC: SBR over LC at 24000 Hz, mono.
      ([0x2b, 0x09, 0x88], [0xff, 0xf1, 0x58, 0x40, 0x0d, 0x7f, 0xfc]),
    ] as [([UInt8], [UInt8])]
  )
  func headers(description: [UInt8], header: [UInt8]) throws {
    #expect(
      try #require(ADTSHeader(audioSpecificConfig: description)).bytes(frameSize: 100) == header
    )
  }

  @Test(
    "codec descriptions that ADTS cannot express are refused",
    arguments: [
      [], [0x12],
      // An explicit frequency; channels in the stream; ER AAC LD.
      [0x17, 0x80, 0x56, 0x22, 0x10], [0x12, 0x00], [0xb9, 0x08],
    ] as [[UInt8]]
  )
  func refused(description: [UInt8]) {
    #expect(ADTSHeader(audioSpecificConfig: description) == nil)
  }

  @Test(
    "the frame length has 13 bits, and longer frames are refused",
    arguments: [(0, 7), (8184, 8191)]
  )
  func length(frame: Int, written: Int) throws {
    let header = try #require(ADTSHeader(audioSpecificConfig: [0x12, 0x10]))
    let bytes = try #require(header.bytes(frameSize: frame))
    #expect(Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5]) >> 5 == written)
    #expect(header.bytes(frameSize: 8185) == nil)
  }
}

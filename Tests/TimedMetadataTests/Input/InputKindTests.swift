import TestSupport
import Testing

@testable import TimedMetadata

@Suite struct InputKindTests {
  @Test(
    "the first bytes say what an input is",
    arguments: [
      (ISOMediaBuilder.fileType(), .isoMedia),
      (ISOMediaBuilder.message([], at: 0), .isoMedia),
      (ISOMediaBuilder.largeBox("mdat", []), .isoMedia),
      (Array("The free encyclopedia\n".utf8), .text),
      (Array("#EXTM3U\n".utf8), .playlist),
      (StreamBuilder.tag(0), .leadingID3),
      ([0x47, 0x40, 0, 0x10], .transportStream),
      ([0, 1, 2, 3, 4, 5, 6, 7, 8], .transportStream),
    ] as [([UInt8], InputKind)]
  )
  func kinds(bytes: [UInt8], expected: InputKind) {
    #expect(bytes.withUnsafeBytes { InputKind($0) } == expected)
  }
}

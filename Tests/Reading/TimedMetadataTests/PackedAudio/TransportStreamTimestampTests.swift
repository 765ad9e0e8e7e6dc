import ID3
import ReaderTestSupport
import Testing

@testable import TimedMetadata

@Suite struct TransportStreamTimestampTests {
  private func timestamp(_ data: [UInt8]) throws -> TransportStreamTimestamp? {
    TransportStreamTimestamp(
      try ID3Tag(parsing: SampleAudio.tag(TransportStreamTimestamp.owner, data))
    )
  }

  @Test("the lower 33 bits of a time stamp are used, and higher bits that are set are reported")
  func bits() throws {
    #expect(try timestamp([0, 0, 0, 0, 0, 0x0D, 0xBB, 0xA0])?.stamp == 900_000)
    let largest = try timestamp([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFF])
    #expect(largest?.stamp == (1 << 33) - 1)
    #expect(largest?.fault == nil)
    let above = try timestamp([0x80, 0, 0, 2, 0, 0, 0, 5])
    #expect(above?.stamp == 5)
    #expect(above?.fault != nil)
  }

  @Test("a time stamp not eight bytes long is ignored and reported", arguments: [0, 4, 7, 9])
  func size(count: Int) throws {
    let found = try timestamp([UInt8](repeating: 0, count: count))
    #expect(found != nil)
    #expect(found?.stamp == nil)
    #expect(found?.fault?.contains("\(count) bytes") == true)
  }

  @Test("a PRIV frame with another owner is not a time stamp")
  func owner() throws {
    let tag = try ID3Tag(parsing: SampleAudio.tag("com.example", [0, 0, 0, 0, 0, 0, 0, 1]))
    #expect(TransportStreamTimestamp(tag) == nil)
  }
}

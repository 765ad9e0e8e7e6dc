import ReaderTestSupport
import Testing

@testable import TimedMetadata

@Suite struct RTPPacketTests {
  private func read(_ bytes: [UInt8]) -> RTPPacket? {
    bytes.withUnsafeBytes { RTPPacket($0) }
  }

  private let plain = hex("80210102" + "0000000a" + "deadbeef") + [0x47, 1, 2, 3]

  @Test("the sequence number, source and payload of an RTP packet are read")
  func fields() throws {
    let packet = try #require(read(plain))
    #expect(packet.sequence == 0x0102)
    #expect(packet.source == 0xdead_beef)
    #expect(packet.payload == 12..<16)
  }

  @Test("contributing sources, a header extension and padding are not part of the payload")
  func extras() throws {
    var bytes = plain
    bytes[0] = 0x80 | 0x20 | 0x10 | 2
    bytes.insert(contentsOf: hex("00000001" + "00000002" + "beef0001" + "cafecafe"), at: 12)
    bytes += [0, 0, 3]
    #expect(try #require(read(bytes)).payload == 28..<32)
  }

  @Test("a packet with the marker bit is read as RTP, and an RTCP packet is not")
  func marker() {
    var bytes = plain
    bytes[1] |= 0x80
    #expect(read(bytes) != nil)
    bytes[1] = 200
    #expect(read(bytes) == nil)
  }

  @Test("a truncated packet is refused, or has a payload within its bytes")
  func truncations() {
    var full = plain
    full[0] = 0x80 | 0x20 | 0x10 | 15
    full += [UInt8](repeating: 1, count: 80)
    for count in 0...full.count {
      guard let packet = read(Array(full.prefix(count))) else { continue }
      #expect(packet.payload.upperBound <= count)
    }
  }

  @Test(
    "a packet with a wrong version or an impossible length is refused",
    arguments: [
      hex("40210102" + "0000000a" + "deadbeef"), hex("a0210102" + "0000000a" + "deadbeef") + [0],
      hex("a0210102" + "0000000a" + "deadbeef") + [9], hex("90210102" + "0000000a" + "deadbeef"),
      hex("90210102" + "0000000a" + "deadbeef" + "beefffff"),
      hex("8f210102" + "0000000a" + "deadbeef"),
    ]
  )
  func senseless(bytes: [UInt8]) { #expect(read(bytes) == nil) }
}

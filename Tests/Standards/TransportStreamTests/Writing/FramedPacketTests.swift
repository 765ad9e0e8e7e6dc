import Testing

@testable import TransportStream

@Suite struct FramedPacketTests {
  private let packet = OutgoingPacket(pid: 0x101, payload: [1, 2, 3]).encoded

  private func framed(_ framing: PacketFraming, arrival: Int64 = 0) -> [UInt8] {
    var output: [UInt8] = [0xee]
    packet.withUnsafeBytes { framing.append($0, arrival: arrival, to: &output) }
    return output
  }

  @Test(
    "a written packet has as many bytes as its framing requires",
    arguments: PacketFraming.allCases
  )
  func sizes(framing: PacketFraming) {
    #expect(framed(framing).count == 1 + framing.stride)
  }

  @Test("four bytes with 30 bits of arrival time precede a timestamped packet")
  func timestamped() {
    let bytes = framed(.timestamped, arrival: 0x1_7654_3210)
    #expect(bytes[1..<5].hexadecimal == "36543210")
    #expect(Array(bytes.dropFirst(5)) == packet)
  }

  @Test("the Reed-Solomon parity bytes follow the packet")
  func parity() {
    let bytes = framed(.parity)
    #expect(Array(bytes[1..<189]) == packet)
    #expect(Array(bytes[189...]) == ReedSolomon.parity(of: packet))
  }
}

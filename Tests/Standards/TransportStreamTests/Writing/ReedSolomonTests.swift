import Testing

@testable import TransportStream

@Suite struct ReedSolomonTests {
  @Test(
    "every root of the generator is a root of a packet with its parity bytes",
    arguments: [
      [UInt8](repeating: 0, count: 188), [UInt8](repeating: 0xff, count: 188),
      OutgoingPacket.null.encoded, (0..<188).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 3) },
    ]
  )
  func codeWord(packet: [UInt8]) {
    let word = packet + ReedSolomon.parity(of: packet)
    var root: UInt8 = 1
    for _ in 0..<16 {
      #expect(word.reduce(0) { ReedSolomon.product($0, root) ^ $1 } == 0)
      root = ReedSolomon.product(root, 2)
    }
  }

  @Test("a packet with a changed byte does not match its parity bytes")
  func changed() {
    var word = OutgoingPacket.null.encoded
    word += ReedSolomon.parity(of: word)
    word[100] ^= 1
    #expect(word.reduce(0) { ReedSolomon.product($0, 1) ^ $1 } != 0)
  }

  @Test("products of bytes follow the field polynomial x⁸ + x⁴ + x³ + x² + 1")
  func field() {
    #expect(ReedSolomon.product(0x80, 2) == 0x1d)
    #expect(ReedSolomon.product(0, 77) == 0)
    #expect(ReedSolomon.product(1, 77) == 77)
  }
}

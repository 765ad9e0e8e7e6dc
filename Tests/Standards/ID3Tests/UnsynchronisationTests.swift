import TestSupport
import Testing

@testable import ID3

@Suite struct UnsynchronisationTests {
  @Test(
    "a zero is inserted after 0xff before a frame sync or a zero, and after a final 0xff",
    arguments: [
      ("", ""), ("00e0", "00e0"), ("ffdf01", "ffdf01"), ("ffe0", "ff00e0"), ("ff00", "ff0000"),
      ("ff", "ff00"), ("ffff", "ff00ff00"), ("ff0000", "ff000000"),
      ("fffb90ff00e1", "ff00fb90ff0000e1"),
    ]
  )
  func vectors(plain: String, treated: String) {
    #expect(Unsynchronisation.encode(bytes(plain)) == bytes(treated))
    #expect(Unsynchronisation.decode(bytes(treated)[...]) == bytes(plain))
  }

  @Test("decoding of unsynchronised bytes removes one zero after 0xff, never two")
  func zeros() {
    #expect(Unsynchronisation.decode(bytes("ff000000ff00")[...]) == bytes("ff0000ff"))
  }

  @Test(
    "unsynchronised bytes contain no frame sync, and are decoded to the original",
    arguments: 0..<50
  )
  func roundTrip(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let plain = (0..<300).map { _ in
      [0x00, 0xff, 0xe0, 0x41, 0xfb].randomElement(using: &random) ?? 0
    }.map(UInt8.init)
    let treated = Unsynchronisation.encode(plain)
    #expect(!zip(treated, treated.dropFirst()).contains { $0 == 0xff && $1 >= 0xe0 })
    #expect(treated.last != 0xff)
    #expect(Unsynchronisation.decode(treated[...]) == plain)
  }
}

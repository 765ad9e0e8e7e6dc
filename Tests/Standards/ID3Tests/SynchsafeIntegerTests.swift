import Testing

@testable import ID3

@Suite struct SynchsafeIntegerTests {
  @Test(
    "a synchsafe integer has seven bits per byte",
    arguments: [
      (0, "00000000"), (127, "0000007f"), (128, "00000100"), (251, "0000017b"),
      (0x0fff_ffff, "7f7f7f7f"),
    ]
  )
  func values(value: Int, hex: String) {
    #expect(SynchsafeInteger.bytes(value) == bytes(hex))
    #expect(SynchsafeInteger.value(bytes(hex)[...]) == value)
  }

  @Test("a byte with its top bit set is not synchsafe")
  func topBit() {
    #expect(SynchsafeInteger.value(bytes("00008000")[...]) == nil)
  }

  @Test("a plain integer has eight bits per byte")
  func plain() {
    #expect(BigEndianInteger.value(bytes("ffffffff")[...]) == 0xffff_ffff)
    #expect(BigEndianInteger.bytes(379, count: 4) == bytes("0000017b"))
    #expect(BigEndianInteger.bytes(0x01_0203, count: 3) == bytes("010203"))
  }
}

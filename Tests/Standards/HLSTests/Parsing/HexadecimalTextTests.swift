import Testing

@testable import HLS

struct HexadecimalTextTests {
  @Test(
    "a hexadecimal sequence is 0x or 0X and digits of either case",
    arguments: [
      ("0x00fF", [0, 255]), ("0XAB", [0xAB]), ("0x1", [1]), ("0x123", [1, 0x23]), ("0x", nil),
      ("", nil), ("00ff", nil), ("0xfg", nil), ("1x00", nil), ("0", nil), ("0x-1", nil),
    ] as [(String, [UInt8]?)]
  )
  func bytes(text: String, expected: [UInt8]?) {
    #expect(HexadecimalText.bytes(text.utf8) == expected)
  }
}

import Formats
import Testing

@Suite struct HexadecimalTests {
  @Test("every byte is read back from its hexadecimal digits, in either case")
  func bytes() {
    for byte in UInt8.min...UInt8.max {
      for digits in [Hexadecimal.digits(of: byte), Hexadecimal.upperCaseDigits(of: byte)] {
        let values = digits.compactMap(Hexadecimal.value)
        #expect(values == [byte >> 4, byte & 15])
      }
      #expect(byte.hexadecimal == String(decoding: Hexadecimal.digits(of: byte), as: UTF8.self))
    }
  }

  @Test("characters that are not hexadecimal digits are refused", arguments: "/:@G`g \u{0}".utf8)
  func others(byte: UInt8) { #expect(Hexadecimal.value(of: byte) == nil) }

  @Test("hexadecimal numbers are written with leading zeros")
  func numbers() {
    #expect(UInt8(15).hexadecimal == "0f")
    #expect(UInt16(0x1ab).hexadecimal == "01ab")
    #expect(UInt64.max.hexadecimal == String(repeating: "f", count: 16))
    #expect(Hexadecimal.text(of: [0, 0xff, 0x1a]) == "00ff1a")
  }
}

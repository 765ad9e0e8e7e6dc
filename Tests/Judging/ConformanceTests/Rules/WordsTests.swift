import Testing

@testable import Conformance

@Suite("Formatting of numbers in messages")
struct WordsTests {
  @Test(
    "times in messages have three decimals",
    arguments: [(0, "0.000 s"), (108.5, "108.500 s"), (9.9996, "10.000 s"), (-1.25, "-1.250 s")]
  )
  func times(_ seconds: Double, _ words: String) {
    #expect(Words.time(seconds) == words)
  }

  @Test("numbers of any size can be formatted", arguments: [Double.infinity, .nan, 1e300, -1e300])
  func large(_ seconds: Double) {
    #expect(Words.time(seconds) == "\(seconds) s")
  }

  @Test("hexadecimal numbers are lower case and have a fixed number of digits")
  func hex() {
    #expect(Words.hex(UInt8(0xa)) == "0a")
    #expect(Words.hex(UInt16(0x30)) == "0030")
    #expect(Words.hex([0, 0x41, 0x7f]) == "00 41 7f")
  }
}

import Testing
import TransportStream

@Suite struct TimestampFieldTests {
  @Test(
    "a PTS is written as the expected five bytes",
    arguments: [
      (0, "2100010001"), (900_000, "2100377741"), (8_102_069_984, "2f8baf8dc1"),
      (8_589_934_591, "2fffffffff"),
    ] as [(Int64, String)]
  )
  func pts(ticks: Int64, expected: String) {
    #expect(TimestampField.pes(ticks, prefix: .ptsAlone).hexadecimal == expected)
  }

  @Test("the four-bit prefixes of a PTS with a DTS, and of the DTS, are written")
  func prefixes() {
    #expect(TimestampField.pes(900_000, prefix: .ptsOfBoth).hexadecimal == "3100377741")
    #expect(TimestampField.pes(900_000, prefix: .dts).hexadecimal == "1100377741")
  }

  @Test("a written PTS and a written PCR base wrap after 33 bits")
  func wrap() {
    #expect(
      TimestampField.pes(Timestamp.modulus + 900_000, prefix: .ptsAlone)
        == TimestampField.pes(900_000, prefix: .ptsAlone)
    )
    #expect(TimestampField.pes(-1, prefix: .ptsAlone).hexadecimal == "2fffffffff")
    #expect(
      TimestampField.pcr(300 * Timestamp.modulus + 600) == TimestampField.pcr(600)
    )
  }

  @Test(
    "a PCR is written as a 33-bit base, six reserved bits and a nine-bit extension",
    arguments: [
      (0, "000000007e00"), (1, "000000007e01"), (299, "000000007f2b"), (300, "00000000fe00"),
      (270_000_000, "0006ddd07e00"), (300 * 8_589_934_591 + 299, "ffffffffff2b"),
    ] as [(Int64, String)]
  )
  func pcr(ticks: Int64, expected: String) {
    #expect(TimestampField.pcr(ticks).hexadecimal == expected)
  }
}

extension Sequence<UInt8> {
  /// Lower-case hexadecimal digits.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

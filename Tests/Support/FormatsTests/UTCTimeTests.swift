import Testing

@testable import Formats

@Suite struct UTCTimeTests {
  @Test(
    "Unix times are written as RFC 3339",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_491_483_783, "2017-04-06T13:03:03Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (951_868_800, "2000-03-01T00:00:00Z"),
      (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
      (-62_167_219_200, "0000-01-01T00:00:00Z"), (0.25, "1970-01-01T00:00:00.25Z"),
      (-0.5, "1969-12-31T23:59:59.5Z"), (1.0004, "1970-01-01T00:00:01Z"),
    ] as [(Double, String)]
  )
  func times(seconds: Double, text: String) {
    #expect(UTCTime.text(seconds) == text)
  }

  @Test(
    "a time in milliseconds always has three decimals",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (0.77, "1970-01-01T00:00:00.770Z"),
      (1.4251, "1970-01-01T00:00:01.425Z"), (-0.5, "1969-12-31T23:59:59.500Z"), (.infinity, nil),
    ] as [(Double, String?)]
  )
  func milliseconds(seconds: Double, text: String?) {
    #expect(UTCTime.milliseconds(seconds) == text)
  }

  @Test(
    "a time outside the years 0 to 9999, or one that is not finite, has no text",
    arguments: [Double.nan, .infinity, 253_402_300_800, -62_167_219_201, 1e300]
  )
  func unwritable(seconds: Double) {
    #expect(UTCTime.text(seconds) == nil)
  }
}

import Testing

@testable import Formats

@Suite struct UTCTimeParsingTests {
  @Test(
    "RFC 3339 times become Unix seconds",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2017-04-06T13:03:03Z", 1_491_483_783),
      ("2017-04-06 15:03:03+02:00", 1_491_483_783),
      ("2017-04-06t07:33:03.999-05:30", 1_491_483_783),
      ("2000-02-29T00:00:00z", 951_782_400), ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)]
  )
  func times(text: String, seconds: Int64) {
    #expect(UTCTime.seconds(text) == seconds)
  }

  @Test(
    "a time written as RFC 3339 is read back unchanged",
    arguments: [0, 951_782_400, 4_107_542_400, -1] as [Int64]
  )
  func roundTrip(seconds: Int64) throws {
    #expect(UTCTime.seconds(try #require(UTCTime.text(seconds))) == seconds)
  }

  @Test(
    "text in a form other than RFC 3339 is not read as a time",
    arguments: [
      "", "2017-04-06", "2017-04-06T13:03:03", "2017-13-06T13:03:03Z", "2017-02-29T13:03:03Z",
      "1900-02-29T00:00:00Z", "2017-04-06T24:03:03Z", "2017-04-06T13:60:03Z",
      "2017-04-06T13:03:61Z",
      "2017-04-06T13:03:03.Z", "2017-04-06T13:03:03Zx", "2017-04-06T13:03:03+2:00", "é017-04-06T",
      "2017-04-06T13:03:03+24:00", "0017-4-06T13:03:03Z",
    ]
  )
  func noTime(text: String) {
    #expect(UTCTime.seconds(text) == nil)
  }
}

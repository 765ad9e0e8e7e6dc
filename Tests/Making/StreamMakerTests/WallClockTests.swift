import Testing

@testable import StreamMaker

@Suite struct WallClockTests {
  @Test(
    "times are formatted with and without milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_700_000_000_000, "2023-11-14T22:13:20.000Z"),
      (1_700_000_000_001, "2023-11-14T22:13:20.001Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"), (999, "1970-01-01T00:00:00.999Z"),
    ] as [(Int64, String)]
  )
  func text(milliseconds: Int64, text: String) {
    #expect(WallClock.text(milliseconds: milliseconds) == text)
    #expect(WallClock.secondsText(milliseconds: milliseconds) == text.prefix(19) + "Z")
  }

  @Test("each millisecond of a second is formatted exactly")
  func everyMillisecond() {
    for rest in 0..<1000 as Range<Int64> {
      let text = WallClock.text(milliseconds: 1_700_000_000_000 + rest)
      #expect(text.hasSuffix(".\(String(1000 + rest).dropFirst())Z"))
    }
  }
}

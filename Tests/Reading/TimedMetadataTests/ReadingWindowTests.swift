import Testing

@testable import TimedMetadata

@Suite struct ReadingWindowTests {
  private static func contains(
    _ window: ReadingWindow,
    _ time: Double?,
    wallClock: Double? = nil
  ) -> Bool {
    window.contains(
      TimedTag(
        origin: .transportStream(TransportFacts()),
        time: time,
        wallClock: wallClock,
        bytes: [],
        tag: nil,
        nielsen: nil
      )
    )
  }

  @Test(
    "a window includes its end, and times that round to its start in milliseconds",
    arguments: [
      (9.999, false), (9.9996, true), (10, true), (15, true), (20, true), (20.001, false),
      (nil, true),
    ] as [(Double?, Bool)]
  )
  func ends(time: Double?, isIn: Bool) {
    #expect(Self.contains(ReadingWindow(start: 10, end: 20), time) == isIn)
  }

  @Test("a window without limits contains all tags", arguments: [-1, 0, 1e9])
  func endless(time: Double) { #expect(Self.contains(ReadingWindow(), time)) }

  @Test("a window with a time of day uses the wall clock of a tag, if the tag has one")
  func wallClock() {
    let window = ReadingWindow(start: 10, wallClockStart: 1000)
    #expect(Self.contains(window, 9, wallClock: 1000))
    #expect(!Self.contains(window, 11, wallClock: 999))
    #expect(!Self.contains(window, 9))
    #expect(Self.contains(window, 11))
  }
}

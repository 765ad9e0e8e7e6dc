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
    "what is shown as its first or last millisecond belongs to it",
    arguments: [
      (9.999, false), (9.9996, true), (10, true), (15, true), (20, true), (20.001, false),
      (nil, true),
    ] as [(Double?, Bool)]
  )
  func ends(time: Double?, isIn: Bool) {
    #expect(Self.contains(ReadingWindow(start: 10, end: 20), time) == isIn)
  }

  @Test("without ends everything belongs to it", arguments: [-1, 0, 1e9])
  func endless(time: Double) { #expect(Self.contains(ReadingWindow(), time)) }

  @Test("a time of the day decides where the tag has one")
  func wallClock() {
    let window = ReadingWindow(start: 10, wallClockStart: 1000)
    #expect(Self.contains(window, 9, wallClock: 1000))
    #expect(!Self.contains(window, 11, wallClock: 999))
    #expect(!Self.contains(window, 9))
    #expect(Self.contains(window, 11))
  }
}

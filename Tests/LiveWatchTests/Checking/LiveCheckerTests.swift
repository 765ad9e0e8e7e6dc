import Testing
import TimedMetadata

@testable import LiveWatch

/// The checkers of feeds that a watch opens at the same time.
@Suite struct LiveCheckerTests {
  private static let settings = WatchSettings()
  private static let minute = 60.0

  private static func checker(_ index: Int) -> LiveChecker {
    LiveChecker(input: "udp://a:1", index: index, settings: settings, now: 0, date: 0)
  }

  /// For each minute of four hours: whether the checker is being replaced then.
  private static func replacements(_ index: Int) -> [Bool] {
    var checker = checker(index)
    return (1...240).map { number in
      let now = Double(number) * minute
      _ = checker.look(
        InputSummary(duration: nil, streams: [], byteCount: 0),
        reached: now,
        now: now,
        date: now,
        reportsStates: false,
        track: { _ in .feed }
      )
      return checker.next != nil
    }
  }

  @Test(
    "the checker of the first feed is replaced after an hour, and its successor reads with it for twelve minutes"
  )
  func first() {
    let minutes = Self.replacements(0).enumerated().filter(\.element).map { $0.offset + 1 }
    #expect(minutes.filter { $0 <= 60 } == Array(48..<60))
    #expect(Array(minutes.filter { $0 > 60 }.prefix(12)) == Array(96..<108))
  }

  @Test("of many feeds a quarter at a time has two checkers", arguments: [40, 100, 300])
  func spread(feeds: Int) {
    let counts = (0..<feeds).map(Self.replacements).reduce(into: Array(repeating: 0, count: 240)) {
      for (minute, isReplaced) in $1.enumerated() where isReplaced { $0[minute] += 1 }
    }
    let shares = counts.dropFirst(13).map { Double($0) / Double(feeds) }
    #expect(shares.allSatisfy { (0.2...0.3).contains($0) })
  }

  @Test("the next checker of a feed is replaced after the same time as any other", arguments: 0..<8)
  func usual(index: Int) {
    let minutes = Self.replacements(index).enumerated().filter(\.element).map { $0.offset + 1 }
    let begins = minutes.filter { !minutes.contains($0 - 1) }
    #expect(zip(begins, begins.dropFirst()).allSatisfy { (47...49).contains($1 - $0) })
    #expect(begins.count >= 4)
  }
}

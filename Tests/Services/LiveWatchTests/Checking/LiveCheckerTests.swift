import Testing
import TimedMetadata

@testable import LiveWatch

/// The checkers of feeds that a watch opens at the same time.
@Suite struct LiveCheckerTests {
  private static let settings = WatchSettings()

  /// The minutes of four hours, in steps of `step`, in which two checkers read a feed.
  private static func replacements(_ index: Int, every step: Int = 1) -> [Int] {
    let name = "udp://a:1"
    let feed = FeedIdentity(index: index, name: name, title: name, labels: FeedLabels())
    var checker = LiveChecker(feed, settings, at: FeedState.Moment(now: 0, date: 0))
    return stride(from: step, through: 240, by: step).filter { minute in
      let now = Double(minute) * 60
      _ = checker.look(
        InputSummary(duration: nil, streams: [], byteCount: 0),
        age: ConnectionAge(seconds: 0, settings),
        at: FeedState.Moment(now: now, date: now)
      ) { _ in .feed }
      return checker.next != nil
    }
  }

  @Test(
    "the first checker of the first feed reads for an hour, and overlaps the next one for 12 min"
  )
  func first() {
    let minutes = Self.replacements(0)
    #expect(minutes.filter { $0 <= 60 } == Array(48..<60))
    #expect(Array(minutes.filter { $0 > 60 }.prefix(12)) == Array(96..<108))
  }

  @Test("at any time, about a quarter of the feeds have two checkers", arguments: [40, 100])
  func spread(feeds: Int) {
    let step = 4
    let replaced = (0..<feeds).flatMap { Self.replacements($0, every: step) }
    for minute in stride(from: 16, through: 240, by: step) {
      let share = Double(replaced.count { $0 == minute }) / Double(feeds)
      #expect((0.2...0.3).contains(share), "minute \(minute)")
    }
  }

  @Test("later checkers of a feed are all replaced after the same time", arguments: 0..<8)
  func usual(index: Int) {
    let minutes = Self.replacements(index)
    let begins = minutes.filter { !minutes.contains($0 - 1) }
    #expect(zip(begins, begins.dropFirst()).allSatisfy { (47...49).contains($1 - $0) })
    #expect(begins.count >= 4)
  }
}

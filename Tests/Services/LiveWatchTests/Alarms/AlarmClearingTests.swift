import Conformance
import Testing
import TimedMetadata

@testable import LiveWatch

@Suite("clearing of alarms") struct AlarmClearingTests {
  private let clearing = AlarmClearing(WatchSettings(), now: 100)

  @Test(
    "each alarm has a hold, which for some alarms grows with the target duration",
    arguments: [
      ("missing-tags", 6, 0), ("playlist-frozen", 2, 30), ("playlist-frozen", 10, 50),
      ("rendition-disagreement", 100, 60), ("playlist-unreachable", 100, 60),
      ("cid-change", 100, 60),
      ("psi-crc", 0, 60), ("psi-crc", 6, 60), ("psi-crc", 20, 80), ("required-info", 6, 60),
      ("cadence-info-interval", 6, 660), ("info-only", 100, 660),
    ] as [(String, Double, Double)]
  )
  func holds(name: String, targetDuration: Double, expected: Double) {
    let hold = clearing.hold(of: AlarmName(rawValue: name), targetDuration: targetDuration)
    #expect(hold == expected)
  }

  @Test(
    "missing-tags is cleared by the second tag",
    arguments: [(0, false), (1, false), (2, true)]
  )
  func tags(count: Int, expected: Bool) { #expect(AlarmClearing.showTags(count) == expected) }

  /// The second in which an alarm, raised at 100 s with a hold of 10 s, is cleared if nothing is read during `gap`.
  private func cleared(without gap: Range<Int>) -> Int? {
    let key = AlarmKey(name: AlarmName(rawValue: "psi-crc"), track: .feed)
    var (board, clearing) = (AlarmBoard(), clearing)
    let condition = AlarmBoard.Condition(severity: .error, message: "wrong", count: 1)
    board.update(key, condition, now: 100, hold: 10)
    var lastSign = 100.0
    for second in 101..<200 {
      let now = Double(second)
      if !gap.contains(second) { lastSign = now }
      let reading = AlarmClearing.Reading(tracks: FeedTracks(), lastSign: lastSign, compared: 100)
      clearing.pause(&board, reading: reading, now: now)
      clearing.note(lookAt: now)
      board.update(key, nil, now: now, hold: 10)
      if board.activeKeys.isEmpty { return second }
    }
    return nil
  }

  @Test(
    "time in which the source was not read is added to the hold, unless that time is short",
    arguments: [(0..<0, 110), (101..<105, 110), (103..<123, 130)]
  )
  func pauses(gap: Range<Int>, expected: Int) {
    #expect(cleared(without: gap) == expected)
  }

  @Test(
    "the hold of an alarm that is raised again soon is doubled, up to an hour",
    arguments: [
      (60, 1, 60), (60, 2, 120), (60, 3, 240), (60, 20, 3600), (0, 2, 30), (5000, 9, 5000),
    ] as [(Double, Int, Double)]
  )
  func damping(hold: Double, raised: Int, expected: Double) {
    var damping = AlarmClearing.Damping()
    for number in 0..<raised {
      damping.raise(hold: hold, now: Double(number))
      damping.clear(now: Double(number))
    }
    #expect(damping.hold(hold) == expected)
    #expect(!damping.isForgettable(now: Double(raised)))
    #expect(damping.isForgettable(now: 100_000))
  }
}

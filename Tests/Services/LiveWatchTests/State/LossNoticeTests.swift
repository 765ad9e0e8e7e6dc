import Testing

@testable import LiveWatch

@Suite struct LossNoticeTests {
  /// The reports about a feed that is lost during these seconds and is checked once a second.
  private func history(lost: [Range<Int>], seconds: Int) -> [String] {
    var notice = LossNotice()
    var reported: [String] = []
    for second in 0..<seconds {
      let now = Double(second)
      if lost.contains(where: { $0.lowerBound == second }) {
        if notice.begins(since: now - 8, now: now) { reported.append("lost at \(second)") }
      } else if lost.contains(where: { $0.contains(second) }) {
        notice.continues(now: now)
      } else if let end = notice.delivers(now: now) {
        reported.append("back at \(second), \(end.count) since \(Int(end.since))")
      }
    }
    return reported
  }

  @Test(
    "the end of a loss is reported immediately or, after repeated losses, after a longer delivery",
    arguments: [
      ([], []),
      ([10..<40], ["lost at 10", "back at 40, 1 since 2"]),
      (
        [10..<40, 200..<220],
        ["lost at 10", "back at 40, 1 since 2", "lost at 200", "back at 220, 1 since 192"]
      ),
      (
        [10..<40, 60..<90, 110..<140],
        ["lost at 10", "back at 40, 1 since 2", "lost at 60", "back at 169, 2 since 52"]
      ),
    ] as [([Range<Int>], [String])]
  )
  func once(lost: [Range<Int>], expected: [String]) {
    #expect(history(lost: lost, seconds: 400) == expected)
  }

  @Test(
    "a feed that is intermittent for two hours is reported at most seven times",
    arguments: [(50, 3), (120, 7)]
  )
  func flapping(period: Int, most: Int) {
    let lost = stride(from: 0, to: 7200, by: period).map { $0..<$0 + 25 }
    #expect(history(lost: lost, seconds: 7200).count <= most)
  }
}

import Testing

@testable import LiveWatch

@Suite("muted alarms")
struct MuteListTests {
  private static let end = 1_795_975_200.0

  private func feed() throws -> FeedIdentity {
    var labels = FeedLabels()
    try labels.set("region", "us")
    return FeedIdentity(index: 0, name: "udp://a:1", title: "News 24", labels: labels)
  }

  @Test(
    "a line mutes only the feeds and alarms that it names, and only until its time",
    arguments: [
      ("* * until 2026-11-29T18:00Z", true),
      ("\"News 24\" missing-tags until 2026-11-29T18:00Z", true),
      ("udp://a:1  *  until  2026-11-29T19:00+01:00", true),
      ("region=us missing-tags until 2026-11-29T18:00:00Z", true),
      ("region=eu * until 2026-11-29T18:00Z", false),
      ("* stream-lost until 2026-11-29T18:00Z", false),
      ("News * until 2026-11-29T18:00Z", false),
    ]
  )
  func rules(line: String, mutes: Bool) throws {
    let rule = try #require(try MuteRule(line))
    #expect(rule.end == Self.end)
    #expect(rule.mutes(.missingTags, of: try feed(), at: Self.end - 1) == mutes)
    #expect(!rule.mutes(.missingTags, of: try feed(), at: Self.end))
  }

  @Test("empty lines and comments are ignored, and invalid lines are reported with their number")
  func problems() {
    let (rules, problems) = MuteRule.read(
      """
      # FEED ALARM until TIME

      * missing-tag until 2026-11-29T18:00Z
      News 24 * until 2026-11-29T18:00Z
      * * until 2026-11-29T18:00
      * * until 2026-11-29T18:00Z
      """
    )
    #expect(rules.count == 1)
    #expect(problems.map { $0.prefix(7) } == ["line 3:", "line 4:", "line 5:"])
    #expect(problems[0].contains("'missing-tag' is not an alarm"))
  }

  /// The events of a feed without tags until second `start`, muted until second `end` of the test's clock, which is
  /// also the time of day.
  private func events(mutedUntil end: Double, tagsFrom start: Int) throws -> [String] {
    let begin = FeedState.Moment(now: 0, date: 0)
    var state = FeedState(index: 0, name: "udp://a:1", settings: try .ownAlarmsOnly(), at: begin)
    let mutes = MuteList()
    mutes.replace(
      [try #require(try MuteRule("* * until 1970-01-02T00:00Z"))].map { rule in
        var rule = rule
        rule.end = end
        return rule
      }
    )
    state.mutes = mutes
    state.connecting(at: begin)
    var lines: [String] = []
    for second in 1...100 {
      let moment = FeedState.Moment(now: Double(second), date: Double(second))
      if second >= start, second % 10 == 0 {
        state.receive(.tag(Tags.data(second / 10)), at: moment)
      }
      _ = state.tick(bytes: Int64(second), at: moment)
      lines += state.events.take().filter(\.isAlarming).map { event in
        "\(second) \(event.kind.rawValue)\(event.isSent ? "" : " muted")"
      }
    }
    return lines
  }

  @Test(
    "the end of a sent alarm is sent, and an alarm that outlasts its mute is sent",
    arguments: [
      (0, 60, ["35 alarm", "70 recovered"]), (1000, 60, ["35 alarm muted", "70 recovered muted"]),
      (50, 60, ["35 alarm muted", "50 updated", "70 recovered"]),
    ] as [(Double, Int, [String])]
  )
  func muting(end: Double, start: Int, expected: [String]) throws {
    #expect(try events(mutedUntil: end, tagsFrom: start) == expected)
  }
}

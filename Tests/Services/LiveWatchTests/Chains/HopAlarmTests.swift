import Testing

@testable import LiveWatch

@Suite struct HopAlarmTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var incidents: [ChainFeeds.Incident]
    var seconds: Int
    var expected: [String]

    init(
      _ name: String,
      _ incidents: [(tap: Int, fault: ChainFeeds.Fault, seconds: Range<Int>)],
      for seconds: Int = 400,
      _ expected: String...
    ) {
      testDescription = name
      self.incidents = incidents.map { .init(tap: $0.tap, fault: $0.fault, seconds: $0.seconds) }
      (self.seconds, self.expected) = (seconds, expected)
    }
  }

  private static let cases: [Case] = [
    Case("no fault", [], for: 1100),
    Case("a tag that one hop loses", [(1, .lost, 105..<106)], "114 b alarm hop-lost"),
    Case("tags that the last hop loses", [(2, .lost, 105..<120)], "120 c alarm hop-lost"),
    Case("a tag with changed bytes", [(1, .changed, 105..<106)], "110 b alarm hop-changed"),
    Case("a tag at a different time", [(2, .moved, 105..<106)], "116 c alarm hop-moved"),
    Case("a tag that arrives twice", [(1, .doubled, 105..<106)], "110 b alarm hop-doubled"),
    Case("a tag that arrives late", [(2, .stalled, 210..<228)], "229 c alarm hop-late"),
    Case(
      "a loss after a silent tap",
      [(1, .silent, 100..<200), (2, .lost, 145..<146)],
      "119 b stream-lost",
      "159 c alarm hop-lost"
    ),
    Case(
      "a tap that shows different content",
      [(2, .other, 0..<2000)],
      "196 c alarm hop-other-content"
    ),
  ]

  @Test("an alarm is raised once, at the first tap that has the fault", arguments: cases)
  func raised(_ test: Case) throws {
    var chain = ChainFeeds(test.incidents)
    let lines = try chain.run(test.seconds).map(\.line)
    #expect(lines.filter { !$0.contains("recovered") && !$0.contains("back") } == test.expected)
  }

  @Test("an alarm about lost tags is cleared 60 s after the first tag that passes the hop again")
  func ended() throws {
    var chain = ChainFeeds([.init(tap: 1, fault: .lost, seconds: 200..<400)])
    let lines = try chain.run(500).map(\.line)
    #expect(lines == ["214 b alarm hop-lost", "469 b recovered hop-lost"])
  }

  @Test("an alarm's message names the hop, the positions on both sides, and who must repair it")
  func message() throws {
    var chain = ChainFeeds([.init(tap: 1, fault: .lost, seconds: 105..<106)])
    let words = try chain.run(130).map(\.words)
    #expect(
      words == [
        "a → b: 1 tag lost; a: 105.0 s (2026-01-01T00:01:46Z); b: after 88.0 s "
          + "(2026-01-01T00:01:40Z), the last tag; repair: whoever runs the step from a to b"
      ]
    )
  }
}

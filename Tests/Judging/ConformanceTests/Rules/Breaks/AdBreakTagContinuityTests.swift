import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ad-break-tag-continuity")
struct AdBreakTagContinuityTests {
  /// DATA tags at 8 s, 18 s, …, except those with a missing index, and a break from 30 s.
  private func run(
    missing: Range<Int>,
    breaks: [TimedMetadataEvent],
    count: Int = 20
  ) throws -> RuleRun {
    var tags = try MadeTag.dataTags(count)
    tags.removeSubrange(missing)
    return try RuleRun(AdBreakTagContinuity.id, breaks + tags, duration: 210)
  }

  private static let bounded = [MadeMark.splice(30, isOut: true, for: 30)]
  /// A second break right after the first.
  private static let followed = bounded + [MadeMark.splice(60, isOut: true, for: 30, id: "2")]

  @Test(
    "tags that come too late after a break warn",
    arguments: [
      (6..<8, bounded, 28.0), (3..<8, bounded, 28.0),
      (6..<8, [MadeMark.splice(30, isOut: true), MadeMark.splice(59, isOut: false)], 29.0),
      (5..<7, [MadeMark.splice(30, isOut: true, for: 60), MadeMark.splice(50, isOut: false)], 28),
      (3..<12, followed, 38),
    ] as [(Range<Int>, [TimedMetadataEvent], Double)]
  )
  func found(missing: Range<Int>, breaks: [TimedMetadataEvent], seconds: Double) throws {
    let run = try run(missing: missing, breaks: breaks)
    #expect(run.result.state == .warn)
    #expect(run.messages.count == 1)
    #expect(
      run.messages.first
        == "first DATA tag \(Words.seconds(seconds)) after the end of the ad break (limit 19 s)"
    )
  }

  @Test("missing tags after a break are reported at its end")
  func never() throws {
    let run = try run(missing: 4..<20, breaks: Self.bounded)
    #expect(run.messages == ["no DATA tag for 150.0 s after the end of the ad break (limit 19 s)"])
    #expect(run.findings.first?.place.time == 60)
  }

  @Test(
    "a break passes if tags follow it, if no tags precede it, or if it has no end",
    arguments: [
      (0..<0, bounded), (3..<6, bounded), (0..<7, bounded),
      (6..<9, [MadeMark.splice(30, isOut: true)]),
      (6..<9, [MadeMark.splice(30, isOut: true, for: 30, program: 2)]),
      // The next break begins at once: tags are due after it.
      (3..<8, followed), (3..<9, followed),
      (4..<20, bounded + [MadeMark.splice(60, isOut: true, id: "2")]),
    ] as [(Range<Int>, [TimedMetadataEvent])]
  )
  func good(missing: Range<Int>, breaks: [TimedMetadataEvent]) throws {
    let run = try run(missing: missing, breaks: breaks)
    #expect(run.result.state == .pass)
    #expect(run.messages.isEmpty)
  }

  @Test("tags that continue on another PID are not missing")
  func otherPID() throws {
    let events = try MadeTag.dataTags(20).map { event in
      event.with { tag in
        if let time = tag.time, time > 55 { tag.pid = 0x200 }
      }
    }
    let run = try RuleRun(AdBreakTagContinuity.id, Self.bounded + events, duration: 210)
    #expect(run.messages.isEmpty)
  }
}

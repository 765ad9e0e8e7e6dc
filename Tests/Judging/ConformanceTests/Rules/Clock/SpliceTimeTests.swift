import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("splice-time")
struct SpliceTimeTests {
  /// A break at `time` whose splice time is `lead` seconds after its announcement. Without a PID,
  /// the section is in an event message.
  private static func mark(
    _ lead: Double?,
    at time: Double = 100,
    pid: Int? = 0x258
  ) -> TimedMetadataEvent {
    var mark = TimelineMarker(kind: .splice, id: "7", time: time, isOut: true)
    (mark.pid, mark.offset, mark.spliceLead) = (pid, 188, lead)
    return .marker(mark)
  }

  @Test(
    "a section on a PID warns if its splice is over 1 s before or over 120 s after the section",
    arguments: [
      (4, nil), (0, nil), (-1, nil), (120, nil),
      (-1.5, "is 1.5 s before the section that announces it (limit 1 s)"),
      (-35, "is 35.0 s before the section that announces it (limit 1 s)"),
      (7200, "is 7200.0 s after the section that announces it (limit 120 s)"),
    ] as [(Double, String?)]
  )
  func sections(lead: Double, message: String?) throws {
    let run = try RuleRun(SpliceTime.id, [Self.mark(lead)])
    #expect(run.messages == (message.map { ["splice time of event 7, 100.0 s, \($0)"] } ?? []))
    #expect(run.findings.allSatisfy { $0.place.time == 100 - lead })
    #expect(run.result.state == (message == nil ? .pass : .warn))
  }

  @Test("a splice that several messages announce late is reported once")
  func lateOnce() throws {
    let marks = [Self.mark(-5, at: 100), Self.mark(-6, at: 100.2), Self.mark(-5, at: 130)]
    #expect(try RuleRun(SpliceTime.id, marks).result.found == 2)
  }

  @Test("both limits can be set")
  func limits() throws {
    let settings = RuleSettings(["limit": 40, "early": 3])
    let run = try RuleRun(SpliceTime.id, [Self.mark(-35), Self.mark(4)], settings: settings)
    #expect(run.messages.map { $0.hasSuffix("(limit 3 s)") } == [true])
  }

  @Test("an input with only immediate splices is not assessed")
  func timeless() throws {
    #expect(try RuleRun(SpliceTime.id, [Self.mark(nil)]).result.notAssessed == .noBreaks)
    #expect(try RuleRun(SpliceTime.id, []).result.notAssessed == .noBreaks)
  }

  @Test("a section in an event warns if its splice time differs from the time of the event")
  func events() throws {
    let good = [Self.mark(0, at: 10, pid: nil), Self.mark(0.4, at: 30, pid: nil)]
    #expect(try RuleRun(SpliceTime.id, good).result.state == .pass)
    let one = try RuleRun(SpliceTime.id, good + [Self.mark(-30, at: 50, pid: nil)])
    #expect(
      one.messages == [
        "splice time of event 7 is 30.0 s before the time of the event that carries it (limit 1 s)"
      ]
    )
    let zero = [Self.mark(-10, at: 10, pid: nil), Self.mark(-30, at: 30, pid: nil)]
    let run = try RuleRun(SpliceTime.id, zero)
    #expect(run.result.state == .warn && run.result.found == 2)
    let alone = try RuleRun(SpliceTime.id, [Self.mark(3600, at: 10, pid: nil)])
    #expect(alone.messages.first?.contains("3600.0 s after the time of the event") == true)
  }

  @Test("sections on another clock are reported as information and compared with each other")
  func otherClock() throws {
    let far = [Self.mark(500, at: 10, pid: nil), Self.mark(500.2, at: 30, pid: nil)]
    let run = try RuleRun(SpliceTime.id, far)
    #expect(run.result.state == .pass && run.findings.map(\.severity) == [.info])
    #expect(run.messages.first?.contains("all 500.0 s after their events") == true)
    let wrong = try RuleRun(SpliceTime.id, far + [Self.mark(530, at: 50, pid: nil)])
    #expect(wrong.result.state == .warn && wrong.result.found == 1)
    // The same event in two renditions, or two markers of one section, count as one event.
    let same = try RuleRun(
      SpliceTime.id,
      [Self.mark(500, at: 10, pid: nil), Self.mark(500, at: 10, pid: nil)]
    )
    #expect(same.result.state == .warn && same.result.found == 1)
  }
}

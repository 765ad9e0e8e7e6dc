import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("event-track-duration")
struct EventTrackDurationTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(EventTrackDuration.id, events, media: [.fragmentedMP4])
  }

  @Test(
    "an event with an unknown duration, or a duration of 0, has no finding",
    arguments: [0, UInt32.max]
  )
  func passes(_ duration: UInt32) throws {
    let run = try run([MadeTag.inEventTrack(duration: duration)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a known duration other than 0 is reported as information, by this rule only")
  func finds() throws {
    let tag = try MadeTag.inEventTrack(3, duration: 90_000)
    let run = try run([tag])
    #expect(run.result.state == .pass)
    #expect(run.messages == ["event_duration is 90000 in event track 3, expected FFFFFFFF or 0"])
    #expect(run.findings.first?.severity == .info)
    let other = try RuleRun(EmsgDuration.id, [tag], media: [.fragmentedMP4])
    #expect(other.findings.isEmpty)
    #expect(try self.run([MadeTag.inMessage(message: { $0.duration = 5 })]).findings.isEmpty)
  }
}

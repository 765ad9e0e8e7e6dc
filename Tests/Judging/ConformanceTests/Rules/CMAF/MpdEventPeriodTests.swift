import Testing
import TimedMetadata

@testable import Conformance

@Suite("mpd-event-period")
struct MpdEventPeriodTests {
  @Test(
    "dropped tags fail, other dropped events warn, and events at the end of a Period pass",
    arguments: [(5.0, RuleResult.State.fail), (nil, .warn), (0, .pass)]
      as [(Double?, RuleResult.State)]
  )
  func found(seconds: Double?, state: RuleResult.State) throws {
    let note = StreamNote(
      id: .manifestEventPeriod,
      time: 60,
      amount: 3,
      measured: seconds,
      detail: "3 events of Period p2"
    )
    let run = try RuleRun(MpdEventPeriod.id, [.note(note)], summary: .manifest(isLive: false))
    #expect(run.result.state == state)
    #expect(run.messages == [note.detail])
  }

  @Test("a manifest without events outside their Period passes")
  func clean() throws {
    let run = try RuleRun(MpdEventPeriod.id, [], summary: .manifest(isLive: false))
    #expect(run.result.state == .pass)
  }
}

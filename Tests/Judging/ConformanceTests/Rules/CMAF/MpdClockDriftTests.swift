import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-clock-drift")
struct MpdClockDriftTests {
  private func run(_ events: [TimedMetadataEvent], isLive: Bool = true) throws -> RuleRun {
    try RuleRun(MpdClockDrift.id, events, summary: .manifest(isLive: isLive))
  }

  @Test("a live manifest passes if the reader reports no difference between clocks")
  func passes() throws {
    #expect(try run([MadeManifest.tag(at: 8)]).result.state == .pass)
  }

  @Test("the rule warns with the reader's message if clocks differ")
  func warns() throws {
    let note = StreamNote(id: .manifestClockDrift, detail: "UTCTiming is 60 s after the Date")
    let run = try run([.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.messages == [note.detail])
  }

  @Test("a static manifest, or a live HLS playlist, is not assessed")
  func notAssessed() throws {
    #expect(try run([], isLive: false).result.notAssessed == .carriage)
    let playlist = InputSummary.playlist([("a", 600)], isLive: true)
    let run = try RuleRun(MpdClockDrift.id, [], summary: playlist)
    #expect(run.result.notAssessed == .notRead)
  }
}

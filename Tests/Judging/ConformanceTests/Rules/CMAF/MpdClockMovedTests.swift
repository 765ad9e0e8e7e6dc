import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-clock-moved")
struct MpdClockMovedTests {
  private func run(_ events: [TimedMetadataEvent], isLive: Bool = true) throws -> RuleRun {
    try RuleRun(MpdClockMoved.id, events, summary: .manifest(isLive: isLive))
  }

  @Test("a live manifest passes if the reader reports no moved availabilityStartTime")
  func passes() throws {
    #expect(try run([MadeManifest.tag(at: 8)]).result.state == .pass)
  }

  @Test("a moved availabilityStartTime warns with the reader's message")
  func warns() throws {
    let note = StreamNote(id: .manifestClockMoved, detail: "availabilityStartTime moved")
    let run = try run([.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.messages == [note.detail])
  }

  @Test("a static manifest, or a live HLS playlist, is not assessed")
  func notAssessed() throws {
    #expect(try run([], isLive: false).result.notAssessed == .carriage)
    let playlist = InputSummary.playlist([("a", 600)], isLive: true)
    let run = try RuleRun(MpdClockMoved.id, [], summary: playlist)
    #expect(run.result.notAssessed == .notRead)
  }
}

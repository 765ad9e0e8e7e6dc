import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-ll-blocking-reload")
struct HlsLlBlockingReloadTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsLlBlockingReload.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: true)
    )
  }

  @Test("a live presentation passes if the reader reports no failed blocking reload")
  func passes() throws {
    #expect(try run(MadeTag.dataTags(3)).result.state == .pass)
  }

  @Test("a server that does not block reloads warns with the reader's message")
  func finds() throws {
    let note = StreamNote(
      id: "hls-ll-blocking-reload",
      segment: "s2.0.ts",
      time: 4,
      detail: "answers blocking reloads at once and without anything new"
    )
    let run = try run(MadeTag.dataTags(3) + [.note(note)])
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.severity == .warning)
    #expect(run.findings.first?.place.time == 4)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(try RuleRun(HlsLlBlockingReload.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

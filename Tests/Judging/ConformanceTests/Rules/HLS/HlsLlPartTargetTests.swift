import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-ll-part-target")
struct HlsLlPartTargetTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsLlPartTarget.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: true)
    )
  }

  @Test("a live presentation passes if the reader reports no part that is too long")
  func passes() throws {
    #expect(try run(MadeTag.dataTags(3)).result.state == .pass)
  }

  @Test("a part longer than its target warns with the reader's message")
  func finds() throws {
    let note = StreamNote(
      id: "hls-ll-part-target",
      segment: "s2.0.ts",
      time: 4,
      detail: "part lasts 1.5 s, the part target duration is 1.0 s"
    )
    let run = try run(MadeTag.dataTags(3) + [.note(note)])
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.severity == .warning)
    #expect(run.findings.first?.place.time == 4)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(try RuleRun(HlsLlPartTarget.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

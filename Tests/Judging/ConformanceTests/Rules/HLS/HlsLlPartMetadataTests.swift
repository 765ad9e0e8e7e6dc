import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-ll-part-metadata")
struct HlsLlPartMetadataTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsLlPartMetadata.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: true)
    )
  }

  @Test("a live presentation passes if the reader reports no tag split over parts")
  func passes() throws {
    #expect(try run(MadeTag.dataTags(3)).result.state == .pass)
  }

  @Test("a tag split over two parts warns with the reader's message")
  func finds() throws {
    let note = StreamNote(
      id: "hls-ll-part-metadata",
      segment: "s2.0.ts",
      time: 4,
      detail: "tag starts in the part s2.0.ts and ends in s2.1.ts"
    )
    let run = try run(MadeTag.dataTags(3) + [.note(note)])
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.severity == .warning)
    #expect(run.findings.first?.place.time == 4)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(try RuleRun(HlsLlPartMetadata.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

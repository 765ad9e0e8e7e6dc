import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-interstitial-replaces-tags")
struct HlsInterstitialReplacesTagsTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsInterstitialReplacesTags.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: false)
    )
  }

  @Test("a presentation passes if the reader reports no replaced tags")
  func passes() throws {
    #expect(try run(MadeTag.dataTags(3)).result.state == .pass)
  }

  @Test("an interstitial in place of content that has tags warns with the reader's message")
  func finds() throws {
    let note = StreamNote(
      id: "hls-interstitial-replaces-tags",
      segment: "s2.0.ts",
      time: 4,
      detail: "interstitial ad replaces 4 s of the content with 4 tags"
    )
    let run = try run(MadeTag.dataTags(3) + [.note(note)])
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.severity == .warning)
    #expect(run.findings.first?.place.time == 4)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(
      try RuleRun(HlsInterstitialReplacesTags.id, [MadeTag.data()]).result.notAssessed == .carriage
    )
  }
}

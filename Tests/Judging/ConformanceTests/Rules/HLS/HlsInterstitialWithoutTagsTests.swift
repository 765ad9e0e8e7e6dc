import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-interstitial-without-tags")
struct HlsInterstitialWithoutTagsTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsInterstitialWithoutTags.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: false)
    )
  }

  @Test("a presentation passes if the reader reports no asset without tags")
  func passes() throws {
    #expect(try run(MadeTag.dataTags(3)).result.state == .pass)
  }

  @Test("an asset without tags is reported as information with the reader's message")
  func finds() throws {
    let note = StreamNote(
      id: "hls-interstitial-without-tags",
      segment: "s2.0.ts",
      time: 4,
      detail: "the asset of interstitial ad has no Nielsen tag in its first 30 s"
    )
    let run = try run(MadeTag.dataTags(3) + [.note(note)])
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.severity == .info)
    #expect(run.findings.first?.place.time == 4)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(
      try RuleRun(HlsInterstitialWithoutTags.id, [MadeTag.data()]).result.notAssessed == .carriage
    )
  }
}

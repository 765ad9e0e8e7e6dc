import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-ll-audio-no-parts")
struct HlsLlAudioNoPartsTests {
  /// A variant and two audio renditions, one of which is in a different group.
  private func run(
    variant: Bool?,
    audio: Bool?,
    isLive: Bool = true
  ) throws -> RuleRun {
    var all = [
      RenditionSummary.made("720p", tags: 1, goesWith: ["a"]),
      .made("audio/a/en", tags: 1, role: .audio, memberOf: ["a"]),
      .made("audio/b/en", tags: 1, role: .audio, memberOf: ["b"]),
    ]
    all[0].hasParts = variant
    all[1].hasParts = audio
    all[2].hasParts = false
    var summary = InputSummary.playlist(all)
    summary.playlist = PlaylistSummary(isLive: isLive)
    return try RuleRun(HlsLlAudioNoParts.id, MadeTag.dataTags(3), summary: summary)
  }

  @Test(
    "audio passes if it has parts, if its parts are unknown, or if its variant has no parts",
    arguments: [(true, true), (false, false), (false, true), (true, nil)] as [(Bool?, Bool?)]
  )
  func passes(variant: Bool?, audio: Bool?) throws {
    #expect(try run(variant: variant, audio: audio).result.state == .pass)
  }

  @Test("audio without parts warns if its variant has parts")
  func warns() throws {
    let run = try run(variant: true, audio: false)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "audio/a/en has no parts, but its variant 720p has parts: audio and tags arrive one "
          + "segment late"
      ]
    )
    #expect(run.findings.first?.place == Place(rendition: "audio/a/en"))
  }

  @Test("an ended playlist, or an input without a playlist, is not assessed")
  func carriage() throws {
    let ended = try run(variant: true, audio: false, isLive: false)
    #expect(ended.result.notAssessed == .carriage)
    #expect(try RuleRun(HlsLlAudioNoParts.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

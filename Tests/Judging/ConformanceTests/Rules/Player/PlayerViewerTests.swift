import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Tags shown in the worst variant")
struct PlayerViewerTests {
  private func run(_ renditions: [RenditionSummary], carrying names: [String]) throws -> RuleRun {
    let tags = try names.flatMap { name in
      try MadeTag.dataTags(2).map { tag in tag.with { $0.rendition = name } }
    }
    return try RuleRun(PlayerHlsjs.id, tags, summary: .playlist(renditions))
  }

  private static let audio = "audio/stereo/English"

  @Test("a variant without tags decides the result, with a remedy for the variant")
  func untagged() throws {
    let run = try run(
      [.made("1080p", tags: 2), .made("540p", tags: 0)],
      carrying: ["1080p"]
    )
    let finding = try #require(run.findings.first)
    #expect(finding.message == "hls.js would show 0 of 2 tags: no tag in 540p (2)")
    #expect(finding.remedy?.contains("packager to pass the tags on into the variant") == true)
  }

  @Test("tags in the variant or its audio rendition are shown", arguments: ["1080p", audio])
  func paired(carrier: String) throws {
    let variant = RenditionSummary.made(
      "1080p",
      tags: carrier == "1080p" ? 2 : 0,
      goesWith: ["stereo"]
    )
    let audio = RenditionSummary.made(
      Self.audio,
      tags: carrier == "1080p" ? 0 : 2,
      role: .audio,
      memberOf: ["stereo"]
    )
    let run = try run([variant, audio], carrying: [carrier])
    #expect(run.findings.isEmpty)
    #expect(run.result.remark == "hls.js would show 2 of 2 tags")
  }

  @Test("the remedy for a stripped tag header names FFmpeg")
  func header() {
    #expect(MissedFor.remedy(for: MissedFor.strippedHeader)?.contains("FFmpeg") == true)
    #expect(MissedFor.remedy(for: "scheme other") == nil)
  }
}

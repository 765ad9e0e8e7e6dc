import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-rendition-missing-tags")
struct HlsRenditionMissingTagsTests {
  private func run(
    _ renditions: [RenditionSummary],
    tags: [TimedMetadataEvent]? = nil,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsRenditionMissingTags.id,
      tags ?? [MadeTag.data()],
      summary: .playlist(renditions),
      settings: settings
    )
  }

  private func variant(_ name: String, tags: Int, audio: [String] = []) -> RenditionSummary {
    .made(name, tags: tags, goesWith: audio)
  }

  private func audio(_ name: String, tags: Int) -> RenditionSummary {
    .made("audio/stereo/\(name)", tags: tags, role: .audio, memberOf: ["stereo"])
  }

  @Test("a variant passes if tags are in the variant or in its audio rendition")
  func passes() throws {
    for (inVariant, inAudio) in [(31, 0), (0, 31), (31, 31)] {
      let run = try run([
        variant("1080p", tags: inVariant, audio: ["stereo"]), audio("English", tags: inAudio),
      ])
      #expect(run.result.state == .pass)
      #expect(run.result.found == 0)
    }
  }

  @Test("a pairing without tags fails, and the message names a pairing with tags")
  func fails() throws {
    let run = try run([
      variant("1080p", tags: 0, audio: ["stereo"]), audio("English", tags: 31),
      audio("Spanish", tags: 0),
    ])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "1080p with audio \"Spanish\": no Nielsen tag; with audio \"English\": 31 in the audio "
          + "rendition"
      ]
    )
    #expect(run.findings.first?.place == Place(rendition: "1080p"))
  }

  @Test("every pairing of a variant and an audio rendition is judged")
  func pairings() throws {
    let run = try run([
      variant("1080p", tags: 0, audio: ["stereo"]), variant("540p", tags: 0, audio: ["stereo"]),
      audio("English", tags: 0), audio("Spanish", tags: 0),
    ])
    #expect(run.result.found == 4)
    #expect(run.messages.first == "1080p with audio \"English\": no Nielsen tag")
  }

  @Test("a variant without audio renditions must have the tags itself")
  func alone() throws {
    let run = try run([variant("1080p", tags: 31), variant("540p", tags: 0)])
    #expect(run.messages == ["540p: no Nielsen tag; 1080p has 31"])
    #expect(run.findings.first?.place == Place(rendition: "540p"))
    let other = try self.run([
      variant("540p", tags: 0), audio("English", tags: 31),
    ])
    #expect(other.messages == ["540p: no Nielsen tag"])
  }

  @Test("subtitle renditions without tags pass")
  func others() throws {
    let run = try run([variant("1080p", tags: 31), .made("subtitles", tags: 0, role: .other)])
    #expect(run.result.state == .pass)
  }

  @Test("tags in events of a DASH manifest count for all Representations, and other tags do not")
  func manifestEvents() throws {
    for (isInManifest, found) in [(true, 0), (false, 1)] {
      let tag = try MadeTag.inMessage(tag: { tag in
        if isInManifest, let message = tag.eventMessage { tag.origin = .manifestEvent(message) }
      })
      let run = try run(
        [variant("video/v", tags: 0), .made("events", tags: 1, role: .other)],
        tags: [tag]
      )
      #expect(run.result.found == found)
    }
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run(
      [variant("1080p", tags: 31), variant("540p", tags: 0)],
      settings: RuleSettings(["maximum": maximum])
    )
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("an input with one rendition, no tag or no playlist is not assessed")
  func notAssessed() throws {
    #expect(try run([variant("1080p", tags: 31)]).result.notAssessed == .oneRendition)
    let two = [variant("1080p", tags: 0), variant("540p", tags: 0)]
    #expect(try run(two, tags: []).result.notAssessed == .noTags)
    let file = try RuleRun(HlsRenditionMissingTags.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }
}

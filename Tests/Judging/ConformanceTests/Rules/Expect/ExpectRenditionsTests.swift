import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("expect-renditions")
struct ExpectRenditionsTests {
  /// Two variants and two audio renditions; one of each has tags.
  private static let renditions: [RenditionSummary] = [
    .made("1080p", tags: 60, goesWith: ["audio"]), .made("540p", tags: 0, goesWith: ["audio"]),
    .made("English", tags: 60, role: .audio, memberOf: ["audio"]),
    .made("Spanish", tags: 0, role: .audio, memberOf: ["audio"]),
    .made("Subtitles", tags: 0, role: .other),
  ]

  private static func run(
    _ fields: String,
    _ renditions: [RenditionSummary] = renditions,
    isLimited: Bool = false
  ) throws -> RuleRun {
    try RuleRun(
      ExpectRenditions.id,
      [MadeTag.data()],
      summary: .playlist(renditions),
      isLimited: isLimited,
      template: MadeTemplate.with(fields)
    )
  }

  @Test(
    "renditions that the template names but that have no tags fail",
    arguments: [
      (#""all""#, ["540p", "Spanish"]), (#""video""#, ["540p"]), (#""audio""#, ["Spanish"]),
      (#"["1080p", "English"]"#, []), (#"["1080p", "Spanish"]"#, ["Spanish"]),
    ] as [(String, [String])]
  )
  func missing(_ words: String, _ names: [String]) throws {
    let run = try Self.run(#""renditions": \#(words)"#)
    #expect(run.findings.map(\.place.rendition) == names)
    #expect(run.messages == names.map { "no Nielsen tag in \($0), but the template expects tags" })
    #expect(run.result.state == (names.isEmpty ? .pass : .fail))
  }

  @Test("a name that is not in the playlist is reported, unless the user limited the input")
  func absent() throws {
    let fields = #""renditions": ["1080p", "720p"]"#
    let run = try Self.run(fields)
    #expect(
      run.messages == [
        #"no rendition "720p" in the playlist, which has "1080p", "540p", "English" and 2 more"#
      ]
    )
    #expect(try Self.run(fields, isLimited: true).result.state == .pass)
  }

  @Test("a rendition of which too little was read is not judged")
  func short() throws {
    var short = Self.renditions[1]
    short.end = 29
    let run = try Self.run(#""renditions": "all""#, [Self.renditions[0], short])
    #expect(run.result.notAssessed == .notRead)
  }

  @Test("an input is not assessed if the template, its field or the playlist is missing")
  func nothing() throws {
    #expect(try RuleRun(ExpectRenditions.id, [MadeTag.data()]).result.notAssessed == .noTemplate)
    #expect(try Self.run(#""note": "x""#).result.notAssessed == .notInTemplate)
    let file = try RuleRun(
      ExpectRenditions.id,
      [MadeTag.data()],
      template: MadeTemplate.with(#""renditions": "all""#)
    )
    #expect(file.result.notAssessed == .carriage)
  }
}

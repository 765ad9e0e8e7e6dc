import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-tag-split")
struct HlsTagSplitTests {
  private let note = StreamNote(
    id: "hls-tag-split",
    rendition: "a",
    segment: "12.ts",
    time: 77.5,
    offset: 3384,
    pid: 0x102,
    program: 1,
    detail: "tag starts in 12.ts and ends in 13.ts: a player that joins in loses it"
  )

  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsTagSplit.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  @Test("tags within one segment pass")
  func passes() throws {
    let run = try run(MadeTag.dataTags(3))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a tag split over two segments fails with the reader's message")
  func fails() throws {
    let run = try run([.note(note)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(
      run.findings.first?.place
        == Place(
          time: 77.5,
          rendition: "a",
          segment: "12.ts",
          program: 1,
          pid: 0x102,
          offset: 3384
        )
    )
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([.note(note), .note(note)], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    #expect(try RuleRun(HlsTagSplit.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

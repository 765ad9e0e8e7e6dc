import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-malformed")
struct EmsgMalformedTests {
  private let note = StreamNote(
    id: "emsg-malformed",
    time: 72,
    offset: 3384,
    detail: "emsg value not terminated"
  )

  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(EmsgMalformed.id, events, media: [.fragmentedMP4], settings: settings)
  }

  @Test("readable boxes pass")
  func passes() throws {
    let other = StreamNote(id: "emsg-flood", detail: "many events")
    let run = try run([MadeTag.inMessage(), .note(other)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a broken box fails with the reader's message")
  func finds() throws {
    let run = try run([.note(note)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.place == Place(time: 72, offset: 3384))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([.note(note), .note(note)], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.findings.map(\.count) == [2])
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(EmsgMalformed.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

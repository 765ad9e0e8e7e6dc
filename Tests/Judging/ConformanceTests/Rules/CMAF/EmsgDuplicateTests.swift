import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-duplicate")
struct EmsgDuplicateTests {
  private func run(_ notes: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(EmsgDuplicate.id, [MadeTag.inMessage()] + notes, media: [.fragmentedMP4])
  }

  private func note(_ id: Int, time: Double = 12, rendition: String? = nil) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "emsg-duplicate",
        rendition: rendition,
        time: time,
        offset: 3384,
        detail: "event \(id) repeated"
      )
    )
  }

  @Test("events that are not repeated have no finding")
  func passes() throws {
    let run = try run([])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == nil)
  }

  @Test("repeated events are reported as information, once for each event")
  func finds() throws {
    let run = try run([note(17), note(17, time: 18), note(17), note(17)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 4)
    #expect(run.messages == ["event 17 repeated in 4 fragments"])
    #expect(run.findings.first?.place == Place(time: 12, offset: 3384))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("a single repeat is reported")
  func single() throws {
    #expect(try run([note(17)]).messages == ["event 17 repeated in 1 fragment"])
  }

  @Test("repeats are counted separately for each rendition")
  func renditions() throws {
    let run = try run([note(1, rendition: "a"), note(1, rendition: "b")])
    #expect(run.findings.map(\.place.rendition) == ["a", "b"])
  }

  @Test("the repeats of many events are all counted, and merged into one finding")
  func many() throws {
    let run = try run((0..<70).map { note($0) })
    #expect(run.result.found == 70)
    #expect(run.findings.map(\.count) == [70])
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = EmsgDuplicate.id
    let none = try RuleRun(id, [], media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noTags)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

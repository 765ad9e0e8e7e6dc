import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-version")
struct EmsgVersionTests {
  private func run(
    _ version: Int,
    scheme: String = EventScheme.aomedia,
    notes: [TimedMetadataEvent] = [],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let tag = try MadeTag.inMessage(message: { ($0.version, $0.scheme) = (version, scheme) })
    return try RuleRun(
      EmsgVersion.id,
      [tag] + notes,
      media: [.fragmentedMP4],
      settings: settings
    )
  }

  @Test(
    "version 1 passes, and version 0 passes in schemes other than AOM's",
    arguments: [(1, EventScheme.aomedia), (1, EventScheme.nielsen), (0, EventScheme.nielsen)]
  )
  func passes(_ version: Int, _ scheme: String) throws {
    let run = try run(version, scheme: scheme)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("version 0 in AOM's scheme fails")
  func fails() throws {
    let run = try run(0)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "emsg version 0 with scheme https://aomedia.org/emsg/ID3: version 1 is required"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
  }

  @Test("an unknown version fails with the reader's message")
  func unknown() throws {
    let note = StreamNote(
      id: "emsg-version",
      offset: 3384,
      detail: "emsg has the unknown version 2 instead of 0 or 1"
    )
    let run = try run(1, notes: [.note(note)])
    #expect(run.result.state == .fail)
    #expect(run.messages == ["emsg has the unknown version 2 instead of 0 or 1"])
    #expect(run.findings.first?.place == Place(offset: 3384))
  }

  @Test("unreadable messages fail in an input without tags, because they explain the absence")
  func explainsAbsence() throws {
    let notes = (0..<12).map {
      TimedMetadataEvent.note(
        StreamNote(
          id: "emsg-version",
          time: Double($0),
          detail: "emsg has the unknown version 2 instead of 0 or 1"
        )
      )
    }
    let run = try RuleRun(EmsgVersion.id, notes, media: [.fragmentedMP4])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 12)
    #expect(run.messages == ["emsg has the unknown version 2 instead of 0 or 1"])
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(1.0, true), (0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run(0, settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = EmsgVersion.id
    let none = try RuleRun(id, [], media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noTags)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("splice-malformed")
struct SpliceMalformedTests {
  @Test("an unreadable splice section warns with its PID")
  func found() throws {
    let note = StreamNote(id: "splice-malformed", time: 5, offset: 188, pid: 600, detail: "words")
    let run = try RuleRun(SpliceMalformed.id, [.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.messages == ["words"])
    #expect(run.findings.first?.place.pid == 600)
    #expect(try RuleRun(SpliceMalformed.id, []).result.state == .pass)
  }
}

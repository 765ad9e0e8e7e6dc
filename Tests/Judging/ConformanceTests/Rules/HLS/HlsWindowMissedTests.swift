import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-window-missed")
struct HlsWindowMissedTests {
  private let note = StreamNote(
    id: "hls-window-missed",
    rendition: "a",
    time: 72,
    amount: 3,
    detail: "3 segments left the window before they were read: gaps here may be ours"
  )

  private func run(
    _ events: [TimedMetadataEvent],
    isLive: Bool = true,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsWindowMissed.id,
      events,
      summary: .playlist(of: [.transportStream], isLive: isLive),
      settings: settings
    )
  }

  @Test("a live window that was read completely passes")
  func passes() throws {
    let run = try run(MadeTag.dataTags(3))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("segments that left the window unread warn and are counted")
  func finds() throws {
    let run = try run([.note(note)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 3)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a"))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(3.0, true), (2.0, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([.note(note)], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .warn))
  }

  @Test("an ended playlist, or an input without a playlist, is not assessed")
  func carriage() throws {
    #expect(try run([], isLive: false).result.notAssessed == .carriage)
    let file = try RuleRun(HlsWindowMissed.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-dashjs")
struct PlayerDashjsTests {
  private static let aomedia = DeclaredEvent(scheme: EventScheme.aomedia)

  @Test(
    "declared events are shown, and without an MPD all events are shown",
    arguments: [[aomedia], nil]
  )
  func passes(declared: Set<DeclaredEvent>?) throws {
    let run = try PlayerRun.messages(PlayerDashjs.id, declared: declared)
    #expect(run.remarks("dash.js would show 2 of 2 tags"))
  }

  @Test("an event that the MPD does not declare is missed")
  func undeclared() throws {
    let run = try PlayerRun.messages(
      PlayerDashjs.id,
      declared: [Self.aomedia],
      message: { ($0.scheme, $0.value) = (EventScheme.nielsen, "1") }
    )
    let message = "dash.js would show 1 of 2 tags: scheme and value not in the MPD (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("an event of a declared scheme with an undeclared value is missed")
  func value() throws {
    let run = try PlayerRun.messages(
      PlayerDashjs.id,
      declared: [Self.aomedia],
      message: { $0.value = "1" }
    )
    #expect(run.result.found == 1)
  }

  @Test("an event with a repeated id is missed, even without an MPD", arguments: [[aomedia], nil])
  func repeated(declared: Set<DeclaredEvent>?) throws {
    let run = try PlayerRun.messages(
      PlayerDashjs.id,
      declared: declared,
      second: { $0.notes = ["emsg-id-reuse"] }
    )
    #expect(run.informs("dash.js would show 1 of 2 tags: event id repeated (1)", missed: 1))
  }

  @Test("an undeclared event with a repeated id counts as missed once")
  func both() throws {
    let run = try PlayerRun.messages(
      PlayerDashjs.id,
      declared: [],
      second: { $0.notes = ["emsg-id-reuse"] }
    )
    let message = "dash.js would show 0 of 2 tags: scheme and value not in the MPD (2)"
    #expect(run.informs(message, missed: 2))
  }

  @Test("an event with a repeated id is shown if the first event has ended")
  func ended() throws {
    let run = try PlayerRun.messages(
      PlayerDashjs.id,
      first: { $0.duration = 90_000 },
      second: { ($0.notes, $0.time) = (["emsg-id-reuse"], 18) }
    )
    #expect(run.remarks("dash.js would show 2 of 2 tags"))
  }

  @Test("dash.js is not assessed in HLS")
  func playlist() throws {
    let run = try RuleRun(
      PlayerDashjs.id,
      [MadeTag.inMessage(tag: { $0.rendition = "a" })],
      summary: .playlist(of: [.fragmentedMP4])
    )
    #expect(run.result.notAssessed == .carriage)
  }

  @Test("a transport stream, a text input, or a file without tags is not assessed")
  func notAssessed() throws {
    let id = PlayerDashjs.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
    let text = try RuleRun(id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    #expect(try RuleRun(id, [], declared: []).result.notAssessed == .noTags)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-inband-event")
struct MpdInbandEventTests {
  private static let nielsen = DeclaredEvent(scheme: EventScheme.nielsen, value: "1")

  private func run(
    _ events: [(scheme: String, value: String)],
    declared: Set<DeclaredEvent>?
  ) throws -> RuleRun {
    let tags = try events.enumerated().map { index, event in
      try MadeTag.inMessage(
        time: Double(8 + 10 * index),
        message: { ($0.scheme, $0.value) = event }
      )
    }
    return try RuleRun(MpdInbandEvent.id, tags, declared: declared)
  }

  @Test("declared events pass, and so does an input without events")
  func passes() throws {
    let run = try run([(EventScheme.nielsen, "1")], declared: [Self.nielsen])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(try self.run([], declared: []).result.state == .pass)
  }

  @Test("an undeclared pair of scheme and value fails once, at its first event")
  func fails() throws {
    let event = (EventScheme.nielsen, "1")
    let run = try run([event, event, event], declared: [])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "no InbandEventStream for www.nielsen.com:id3:v1, value 1: some DASH clients drop the events"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
  }

  @Test("scheme and value are compared as a pair")
  func pairs() throws {
    let run = try run(
      [(EventScheme.nielsen, "1"), (EventScheme.nielsen, "2"), (EventScheme.aomedia, "1")],
      declared: [Self.nielsen]
    )
    #expect(run.findings.map(\.place.time) == [18, 28])
  }

  @Test("an input without an MPD is not assessed")
  func notRead() throws {
    let run = try run([(EventScheme.nielsen, "1")], declared: nil)
    #expect(run.result.notAssessed == .notRead)
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(MpdInbandEvent.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

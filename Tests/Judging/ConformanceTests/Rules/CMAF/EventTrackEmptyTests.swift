import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("event-track-empty")
struct EventTrackEmptyTests {
  private func run(_ notes: [StreamNote], limit: Double? = nil) throws -> RuleRun {
    try RuleRun(
      EventTrackEmpty.id,
      notes.map { .note($0) },
      media: [.fragmentedMP4],
      settings: RuleSettings(limit.map { ["limit": $0] } ?? [:])
    )
  }

  private func note(
    _ seconds: Double,
    from start: Double = 30,
    track: Int = 1,
    id: NoteID = "event-track-empty"
  ) -> StreamNote {
    StreamNote(
      id: id,
      time: start,
      measured: seconds,
      detail: "event track \(track) has only empty samples (emeb)"
    )
  }

  @Test("a track that has no events for less than two minutes passes")
  func passes() throws {
    let run = try run([note(60), note(119)])
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("each empty period of two minutes or more warns once, with its whole duration")
  func finds() throws {
    let run = try run([
      note(60), note(60, track: 2), note(120), note(180, track: 2), note(312.4),
      note(150, from: 900),
    ])
    #expect(run.result.state == .warn)
    #expect(
      run.messages == [
        "event track 1 has only empty samples (emeb) for 312.4 s",
        "event track 2 has only empty samples (emeb) for 180.0 s",
        "event track 1 has only empty samples (emeb) for 150.0 s",
      ]
    )
    #expect(run.findings.map(\.place) == [Place(time: 30), Place(time: 30), Place(time: 900)])
  }

  @Test("a track of unknown purpose is reported as information")
  func unknown() throws {
    let run = try run([note(500, id: "event-track-idle")])
    #expect(run.result.state == .pass)
    #expect(run.findings.map(\.severity) == [.info])
  }

  @Test("the limit can be changed")
  func limit() throws {
    #expect(try run([note(130)], limit: 140).findings.isEmpty)
    #expect(try run([note(70)], limit: 60).findings.count == 1)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("event-track-read")
struct EventTrackReadTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(EventTrackRead.id, events, media: [.fragmentedMP4])
  }

  @Test("event messages at the top level have no finding")
  func passes() throws {
    let run = try run([MadeTag.inMessage()])
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("tags in event tracks are reported as information, once for each track")
  func tags() throws {
    let run = try run([
      MadeTag.inEventTrack(1), MadeTag.inEventTrack(1, time: 18),
      MadeTag.inEventTrack(2, duration: 0), MadeTag.inEventTrack(2, time: 18),
      MadeTag.inEventTrack(1, rendition: "a", duration: 90_000),
    ])
    #expect(run.result.state == .pass)
    #expect(
      run.messages == [
        "2 Nielsen tags in event track 1, event_duration unknown",
        "2 Nielsen tags in event track 2, event_duration unknown, 0",
        "1 Nielsen tag in event track 1, event_duration 90000",
      ]
    )
    #expect(run.findings.allSatisfy { $0.severity == .info })
    #expect(run.findings.map(\.remedy).allSatisfy { $0 == EventTrackRead.remedyForPlayers })
  }

  @Test("an unreadable sample is an error, with its position")
  func faults() throws {
    let note = StreamNote(
      id: NoteID(rawValue: EventTrackRead.id.rawValue),
      offset: 77,
      amount: 3,
      detail: "3 samples not found in mdat, the first of event track 1"
    )
    let run = try run([.note(note)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 3)
    #expect(run.messages == [note.detail])
    #expect(run.findings.map(\.place) == [Place(offset: 77)])
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(EventTrackRead.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }

  @Test(
    "rules about event messages and players do not judge tags in event tracks",
    arguments: [
      EmsgVersion.id, EmsgTimeRange.id, EmsgBrand.id, EmsgDuration.id, EmsgTimescale.id,
      PlayerHlsjs.id, PlayerMedia3.id, PlayerDashjs.id,
    ]
  )
  func others(rule: RuleID) throws {
    let tags = try (0..<3).map {
      try MadeTag.inEventTrack(1, time: Double($0) * 10 + 8, duration: 5)
    }
    let run = try RuleRun(rule, tags, media: [.fragmentedMP4])
    #expect(run.findings.isEmpty)
    if rule.rawValue.hasPrefix("player-") { #expect(run.result.notAssessed == .carriage) }
  }
}

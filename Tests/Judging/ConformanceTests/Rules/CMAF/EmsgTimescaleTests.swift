import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-timescale")
struct EmsgTimescaleTests {
  private let zero = TimedMetadataEvent.note(
    StreamNote(id: "emsg-timescale", time: 72, offset: 3384, detail: "emsg has the timescale 0")
  )

  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(EmsgTimescale.id, events, media: [.fragmentedMP4], settings: settings)
  }

  /// An event of timescale 90 000 in a file whose track has the given timescale.
  private func event(track: Int?) throws -> TimedMetadataEvent {
    try MadeTag.inMessage(message: { $0.trackTimescale = track })
  }

  @Test(
    "an event in the track's timescale passes, and so does any timescale if no track is known",
    arguments: [90_000, nil]
  )
  func passes(track: Int?) throws {
    let run = try run([event(track: track)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a timescale of 0 fails")
  func fails() throws {
    let run = try run([zero])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["emsg has the timescale 0"])
    #expect(run.findings.first?.place == Place(time: 72, offset: 3384))
    #expect(run.findings.first?.severity == .error)
  }

  @Test(
    "a timescale other than the track's is reported as information",
    arguments: [48_000, 90_001]
  )
  func informs(track: Int) throws {
    let run = try run([event(track: track)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["timescale 90000, but the track has \(track)"])
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run([zero, zero], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(EmsgTimescale.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

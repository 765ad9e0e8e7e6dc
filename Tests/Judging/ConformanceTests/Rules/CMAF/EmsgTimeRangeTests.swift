import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-time-range")
struct EmsgTimeRangeTests {
  /// An event in the fragment from 72 to 78 s of segment 12.
  private func event(_ time: Double, segment: Int? = 12) throws -> TimedMetadataEvent {
    try MadeTag.inMessage(
      time: time,
      tag: { ($0.mediaSequence, $0.rendition) = (segment, "a") },
      message: { $0.fragment = 72...78 }
    )
  }

  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(EmsgTimeRange.id, events, media: [.fragmentedMP4], settings: settings)
  }

  /// Segment 12, whose frames end at `end` seconds.
  private func segment(_ number: Int = 12, end: Double) -> TimedMetadataEvent {
    MadeSegment.of(number) { $0.frames = 72...end }
  }

  @Test("an event within its fragment, or a file without events, passes")
  func passes() throws {
    let run = try run([event(75)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(try self.run([]).result.state == .pass)
  }

  @Test("an event outside its fragment warns", arguments: [12, nil])
  func finds(segment: Int?) throws {
    let run = try run([event(96, segment: segment)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["event at 96.000 s is outside its fragment, 72.000 to 78.000 s"])
    #expect(
      run.findings.first?.place == Place(time: 96, rendition: "a", offset: 96_000)
    )
  }

  @Test(
    "an event up to 0.1 s outside its fragment passes, and an event farther outside does not",
    arguments: [(71.9, 0), (78.1, 0), (71.899, 1), (78.101, 1)]
  )
  func limit(_ time: Double, _ found: Int) throws {
    #expect(try run([event(time)]).result.found == found)
  }

  @Test("the limit can be set", arguments: [(78.5, 0), (78.501, 1), (71.5, 0), (71.499, 1)])
  func setLimit(_ time: Double, _ found: Int) throws {
    #expect(try run([event(time)], settings: RuleSettings(["limit": 0.5])).result.found == found)
  }

  @Test("the time that the message declares is judged, even if it is implausible")
  func unbelieved() throws {
    let event = try event(72).with { tag in
      guard var message = tag.eventMessage else { return }
      message.declaredTime = 86_472
      tag.origin = .eventMessage(message)
    }
    let run = try run([event])
    #expect(run.result.found == 1)
    #expect(run.messages == ["event at 86472.000 s is outside its fragment, 72.000 to 78.000 s"])
    #expect(run.findings.first?.place.time == 72)
  }

  @Test(
    "an event passes if a later fragment of its segment contains its time",
    arguments: [(84.0, 0), (79.9, 1)]
  )
  func laterFragment(_ end: Double, _ found: Int) throws {
    #expect(try run([event(80.1), segment(end: end)]).result.found == found)
  }

  @Test("an event passes only if the report of its own segment arrives before that of a later one")
  func otherSegments() throws {
    let other = MadeSegment.of(12, rendition: "b") { $0.frames = 72...84 }
    #expect(try run([event(80), other]).result.found == 1)
    #expect(try run([event(80), segment(11, end: 90), segment(end: 84)]).result.found == 0)
    #expect(try run([event(80), segment(13, end: 90), segment(end: 84)]).result.found == 1)
  }

  @Test("events are not assessed if the times of their fragments are unknown")
  func noClock() throws {
    #expect(try run([MadeTag.inMessage()]).result.notAssessed == .noClock)
    #expect(try run([MadeTag.inMessage(), event(75)]).result.state == .pass)
    let none = try RuleRun(EmsgTimeRange.id, [], duration: nil, media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noClock)
  }

  @Test("a transport stream is not assessed")
  func carriage() throws {
    #expect(try RuleRun(EmsgTimeRange.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

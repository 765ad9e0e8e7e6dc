import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-tag-outside-segment")
struct HlsTagOutsideSegmentTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsTagOutsideSegment.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  /// A tag in segment 12, which lasts from 72 to 78 s.
  private func tag(_ time: Double, notes: [NoteID] = []) throws -> TimedMetadataEvent {
    try MadeTag.data(time: time).with { tag in
      (tag.rendition, tag.segment, tag.mediaSequence) = ("a", "12.ts", 12)
      tag.notes = notes
    }
  }

  @Test("a tag within its segment passes")
  func passes() throws {
    let run = try run([tag(75), MadeSegment.of(12)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a tag outside its segment warns")
  func finds() throws {
    let run = try run([tag(96), MadeSegment.of(12)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag at 96.0 s is in segment 12 (72.0 to 78.0 s)"])
    #expect(
      run.findings.first?.place
        == Place(
          time: 96,
          rendition: "a",
          segment: "12.ts",
          program: 1,
          pid: 0x102,
          offset: 96_000
        )
    )
  }

  @Test(
    "a tag up to 0.5 s outside its segment passes, and a tag farther outside does not",
    arguments: [(71.5, 0), (78.5, 0), (71.499, 1), (78.501, 1)]
  )
  func limit(_ time: Double, _ found: Int) throws {
    #expect(try run([tag(time), MadeSegment.of(12)]).result.found == found)
  }

  @Test("the limit can be set", arguments: [(2.0, 0), (1.5, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run([tag(80), MadeSegment.of(12)], settings: settings).result.found == found)
  }

  @Test("a tag is judged when the report of its segment arrives")
  func waits() throws {
    let other = MadeSegment.of(12, rendition: "b") { $0.frames = 90...99 }
    #expect(try run([tag(75), other, MadeSegment.of(11), MadeSegment.of(12)]).result.found == 0)
    let late = try run([tag(96), MadeSegment.of(11), other, MadeSegment.of(12)])
    #expect(late.result.found == 1)
  }

  @Test("a tag with an estimated time, or in a segment without frames, is not judged")
  func exempt() throws {
    let estimated = try tag(96, notes: ["clock-estimated"])
    #expect(try run([estimated, MadeSegment.of(12)]).result.found == 0)
    let mute = MadeSegment.of(12) { $0.frames = nil }
    #expect(try run([tag(96), MadeSegment.of(11), mute]).result.found == 0)
  }

  @Test("an input without a clock, or without a playlist, is not assessed")
  func notAssessed() throws {
    let mute = MadeSegment.of(12) { $0.frames = nil }
    #expect(try run([tag(75), mute]).result.notAssessed == .noClock)
    var summary = InputSummary.playlist(of: [.transportStream])
    summary.duration = nil
    let id = HlsTagOutsideSegment.id
    #expect(try RuleRun(id, [tag(75)], summary: summary).result.notAssessed == .noClock)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

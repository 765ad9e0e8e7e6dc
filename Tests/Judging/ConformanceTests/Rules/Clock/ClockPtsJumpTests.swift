import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-pts-jump")
struct ClockPtsJumpTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(ClockPtsJump.id, MadeTag.dataTags(2) + events, settings: settings)
  }

  /// A tag that the reader rejects, a number of 90 kHz ticks after the tag at 18 s.
  private func leap(_ ticks: Int64) throws -> TimedMetadataEvent {
    try MadeTag.data(time: 28).with {
      $0.pts = 18 * 90_000 + ticks
      $0.notes = ["clock-pts-jump"]
    }
  }

  private func note(_ seconds: Double?) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "clock-pts-jump",
        time: 72,
        offset: 3384,
        pid: 0x101,
        program: 1,
        measured: seconds,
        detail: "PTS jumps 3605.0 s without a discontinuity"
      )
    )
  }

  @Test(
    "an event far from its fragment is reported with its time and the distance",
    arguments: [
      (
        3605.0, ClockPtsJump.id,
        "event at 3605.000 s is 3597.0 s after the fragment that carries it"
      ),
      (
        -92, ClockPtsBackward.id,
        "event at -92.000 s is 100.0 s before the fragment that carries it"
      ),
    ]
  )
  func farEvent(_ declared: Double, _ rule: RuleID, _ words: String) throws {
    let far = try MadeTag.inMessage(
      tag: { $0.notes = [NoteID(rawValue: rule.rawValue), "clock-estimated"] },
      message: { $0.declaredTime = declared }
    )
    let run = try RuleRun(rule, [MadeTag.inMessage(time: 7), far], media: [.fragmentedMP4])
    #expect(run.messages == [words])
  }

  @Test("a stream without faults, or with a long time between two tags, passes")
  func passes() throws {
    let run = try run([MadeTag.data(time: 500)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(try RuleRun(ClockPtsJump.id, MadeTag.stream(seconds: 600)).result.found == 0)
  }

  @Test("a jump of the clock warns with the reader's message")
  func clock() throws {
    let run = try run([note(3605)])
    #expect(run.result.state == .warn)
    #expect(run.messages == ["PTS jumps 3605.0 s without a discontinuity"])
    #expect(run.findings.first?.place == Place(time: 72, program: 1, pid: 0x101, offset: 3384))
  }

  @Test("a tag whose PTS is far ahead warns, and the message has the distance")
  func tag() throws {
    let run = try run([leap(3605 * 90_000)])
    #expect(run.result.state == .warn)
    #expect(run.messages == ["PTS jumps 3605.0 s without a discontinuity"])
    #expect(run.findings.first?.place == Place(time: 28, program: 1, pid: 0x102, offset: 28_000))
  }

  @Test("a jump up to the limit passes", arguments: [(5_400_000, 0), (5_400_001, 1)])
  func limit(_ ticks: Int64, _ found: Int) throws {
    #expect(try run([leap(ticks)]).result.found == found)
    #expect(try run([note(Double(ticks) / 90_000)]).result.found == found)
  }

  @Test("the limit can be set", arguments: [(10.0, 0), (9.9, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run([leap(900_000)], settings: settings).result.found == found)
  }

  @Test("a jump of unknown length warns")
  func unmeasured() throws {
    #expect(try run([note(nil)]).result.found == 1)
    let lonely = try MadeTag.data(time: 28).with {
      $0.pid = 0x103
      $0.notes = ["clock-pts-jump"]
    }
    #expect(try run([lonely]).messages == ["PTS jumps without a discontinuity"])
  }

  @Test("an input with one tag, an input without tags and a text input are not assessed")
  func notAssessed() throws {
    let id = ClockPtsJump.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(id, []).result.notAssessed == .noTags)
    let text = try RuleRun(id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
  }
}

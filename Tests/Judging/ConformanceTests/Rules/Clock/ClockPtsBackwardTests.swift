import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-pts-backward")
struct ClockPtsBackwardTests {
  private func tag(_ time: Double, pts: Int64? = nil, notes: [NoteID] = []) throws
    -> TimedMetadataEvent
  {
    try MadeTag.data(time: time).with {
      $0.pts = pts ?? $0.pts
      $0.notes = notes
    }
  }

  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(ClockPtsBackward.id, events)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try run(MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a PTS before the PTS of the previous tag fails")
  func fails() throws {
    let run = try run([tag(8), tag(18), tag(14)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PTS goes back by 4.0 s without a discontinuity"])
    #expect(run.findings.first?.place == Place(time: 14, program: 1, pid: 0x102, offset: 14_000))
  }

  @Test("an equal PTS passes, but a PTS one tick lower does not", arguments: [(0, 0), (1, 1)])
  func limit(_ ticks: Int64, _ found: Int) throws {
    let pts = 18 * 90_000 - ticks
    let run = try run([tag(18), tag(Double(pts) / 90_000, pts: pts)])
    #expect(run.result.found == found)
  }

  @Test("a wrap, or a discontinuity that the reader has removed from the timeline, passes")
  func exempt() throws {
    let wrap = try run([tag(8, pts: 1 << 33 - 450_000), tag(18, pts: 450_000)])
    #expect(wrap.result.state == .pass)
    let declared = try run([tag(8), tag(18, pts: 90_000)])
    #expect(declared.result.state == .pass)
  }

  @Test("the distance of a rejected PTS is measured from the previous tag")
  func unbelieved() throws {
    let note: NoteID = "clock-pts-backward"
    let run = try run([tag(8), tag(18), tag(28, pts: 900_000, notes: [note]), tag(38)])
    #expect(run.messages == ["PTS goes back by 8.0 s without a discontinuity"])
    #expect(run.findings.first?.place.time == 28)
  }

  @Test(
    "the distance of a rejected first PTS is measured from the audio, and omitted without audio"
  )
  func references() throws {
    let note: NoteID = "clock-pts-backward"
    let byAudio = try tag(8, notes: [note]).inMultiplex { $0.audioPTS = 13 * 90_000 }
    #expect(
      try run([byAudio, tag(18)]).messages == ["PTS goes back by 5.0 s without a discontinuity"]
    )
    let alone = try run([tag(8, notes: [note]), tag(18)])
    #expect(alone.messages == ["PTS goes back without a discontinuity"])
  }

  @Test("an estimated time is not compared")
  func estimated() throws {
    let run = try run([tag(18), tag(14, notes: ["clock-estimated"]), tag(28)])
    #expect(run.result.state == .pass)
  }

  @Test("a PTS that the reader reports as going back fails with the reader's message")
  func note() throws {
    let note = StreamNote(
      id: "clock-pts-backward",
      time: 72,
      offset: 3384,
      pid: 0x101,
      program: 1,
      detail: "PTS goes back by 4.0 s without a discontinuity"
    )
    let run = try run([tag(8), tag(18), .note(note)])
    #expect(run.result.state == .fail)
    #expect(run.messages == [note.detail])
    #expect(run.findings.first?.place == Place(note))
  }

  @Test("an input with one tag, an input without tags and a text input are not assessed")
  func notAssessed() throws {
    #expect(try run([tag(8)]).result.notAssessed == .tooFewTags)
    #expect(try run([]).result.notAssessed == .noTags)
    let text = try RuleRun(ClockPtsBackward.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
  }
}

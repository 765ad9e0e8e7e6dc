import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-segment-cut")
struct HlsSegmentCutTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings(),
    isLimited: Bool = false
  ) throws -> RuleRun {
    try RuleRun(
      HlsSegmentCut.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings,
      isLimited: isLimited
    )
  }

  /// Ten segments; one of them has a given length in seconds.
  private func segments(
    _ cut: Int = 5,
    holds seconds: Double,
    change: (Int, inout SegmentReport) -> Void = { _, _ in }
  ) -> [TimedMetadataEvent] {
    (0..<10).map { number in
      MadeSegment.of(number) {
        let start = Double(number * 6)
        if number == cut { $0.frames = start...start + seconds }
        change(number, &$0)
      }
    }
  }

  @Test("a segment that was cut short fails, and the message names the segment")
  func fails() throws {
    let run = try run(segments(holds: 1.5))
    #expect(run.result.state == .fail)
    #expect(
      run.messages == [
        "segment 5.ts is cut short: it holds 1.5 s of 6.0 s; tags in the missing part are lost"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 30, rendition: "a", segment: "5.ts"))
  }

  @Test(
    "a segment that ends within a box fails only if its download was complete",
    arguments: [true, false]
  )
  func box(isComplete: Bool) throws {
    var note = StreamNote(
      id: .endsWithinBox,
      rendition: "a",
      segment: "5.ts",
      time: 30,
      detail: "ends within box mdat: 2220 of 4283 bytes arrived"
    )
    note.offset = 865
    let segments = segments(holds: 1.5) { if $0 == 5 { $1.isComplete = isComplete } }
    let run = try run(segments[..<5] + [.note(note)] + segments[5...])
    #expect(
      run.messages
        == [
          "segment 5.ts ends within box mdat: 2220 of 4283 bytes arrived; "
            + "tags in the missing part are lost"
        ].filter { _ in isComplete }
    )
    let malformed = try RuleRun(EmsgMalformed.id, [.note(note)], media: [.fragmentedMP4])
    #expect(malformed.result.state == .pass)
  }

  @Test("the jump after a cut segment is not reported as an undeclared discontinuity")
  func successor() throws {
    let jumps = try RuleRun(
      HlsDiscontinuityUndeclared.id,
      segments(holds: 1.5),
      summary: .playlist(of: [.transportStream])
    )
    #expect(jumps.findings.isEmpty)
  }

  @Test("the first segment is judged", arguments: [0])
  func ends(_ number: Int) throws {
    #expect(try run(segments(number, holds: 2)).result.found == 1)
  }

  @Test("the last segment is not judged, since no segment follows", arguments: [true, false])
  func last(isLimited: Bool) throws {
    #expect(try run(segments(9, holds: 2), isLimited: isLimited).result.found == 0)
  }

  @Test(
    "a segment that lacks one second passes, but a segment that lacks more does not",
    arguments: [(5.0, 0), (4.9, 1)]
  )
  func limit(_ seconds: Double, _ found: Int) throws {
    #expect(try run(segments(holds: seconds)).result.found == found)
    let settings = RuleSettings(["limit": 4.6])
    #expect(try run(segments(holds: 1.5), settings: settings).result.found == 0)
  }

  @Test("segments of single pictures or long audio PES packets pass, since all of them are short")
  func usual() throws {
    let pictures = (0..<10).map { number in
      MadeSegment.of(number) { $0.frames = Double(number * 6)...Double(number * 6) }
    }
    #expect(try run(pictures).result.found == 0)
    let audio = segments(holds: 4.9) { number, segment in
      if number != 5 { segment.frames = Double(number * 6)...Double(number * 6) + 5.1 }
    }
    #expect(try run(audio).result.found == 0)
  }

  @Test(
    "after three whole segments, short segments fail even if they become the majority",
    arguments: [(3, 6), (2, 0)]
  )
  func becomesUsual(whole: Int, found: Int) throws {
    let cut = segments(holds: 1.5) { number, segment in
      let start = Double(number * 6)
      segment.frames = start...start + (number < whole ? 6 : 1.5)
    }
    #expect(try run(cut).result.found == found)
  }

  @Test("a segment is judged only if the clock of the next segment fits the playlist")
  func exempt() throws {
    let jump = segments(holds: 1.5) { number, segment in
      if number > 5 { segment.frames = Double(number * 6 + 30)...Double(number * 6 + 36) }
    }
    #expect(try run(jump).result.found == 0)
    let wrongDuration = segments(holds: 6) { if $0 == 5 { $1.duration = 12 } }
    #expect(try run(wrongDuration).result.found == 0)
    #expect(
      try run(segments(holds: 1.5) { if $0 == 6 { $1.isDiscontinuity = true } }).result.found == 0
    )
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsSegmentCut.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

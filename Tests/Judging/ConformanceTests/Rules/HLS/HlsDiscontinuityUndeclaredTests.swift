import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-discontinuity-undeclared")
struct HlsDiscontinuityUndeclaredTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsDiscontinuityUndeclared.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  /// Segment 12, which ends at 78 s, and the next segment, which starts later by a number of seconds.
  private func segments(
    gap: Double,
    first: (inout SegmentReport) -> Void = { _ in },
    second: (inout SegmentReport) -> Void = { _ in }
  ) -> [TimedMetadataEvent] {
    [
      MadeSegment.of(12, change: first),
      MadeSegment.of(13) {
        $0.frames = 78 + gap...84 + gap
        second(&$0)
      },
    ]
  }

  private func note(_ seconds: Double?) -> TimedMetadataEvent {
    .note(
      StreamNote(
        id: "hls-discontinuity-undeclared",
        rendition: "a",
        segment: "13.ts",
        time: 78,
        offset: 188,
        pid: 0x101,
        measured: seconds,
        detail: "clock jumps 3605.0 s at segment 13.ts without EXT-X-DISCONTINUITY"
      )
    )
  }

  @Test("segments with continuous time stamps pass")
  func passes() throws {
    let run = try run(segments(gap: 0))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an undeclared jump fails")
  func fails() throws {
    let run = try run(segments(gap: 3605))
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == ["clock jumps 3605.0 s at segment 13.ts without EXT-X-DISCONTINUITY"]
    )
    #expect(run.findings.first?.place == Place(time: 78, rendition: "a", segment: "13.ts"))
  }

  @Test(
    "the message names segment numbers missing at the jump if the numbers count up by one",
    arguments: [
      (
        ["11.ts", "12.ts", "14.ts"],
        ": number 13 is missing from the playlist between 12.ts and 14.ts"
      ),
      (["s1", "s2", "s5"], ": numbers 3 to 4 are missing from the playlist between s2 and s5"),
      (
        ["s9-a", "s10-a", "s12-a"],
        ": number 11 is missing from the playlist between s10-a and s12-a"
      ),
      (["0.ts", "540000.ts", "1620000.ts"], ""), (["a.ts", "12.ts", "14.ts"], ""),
      (["11.ts?t=1", "12.ts?t=2", "14.ts?t=3"], ""), (["11.ts", "12.ts", "13.ts"], ""),
    ] as [([String], String)]
  )
  func numbers(_ names: [String], _ words: String) throws {
    let events = names.enumerated().map { index, name in
      MadeSegment.of(11 + index) {
        $0.uri = name
        if index == 2 { $0.frames = 84...90 }
      }
    }
    #expect(
      try run(events).messages
        == ["clock jumps 6.0 s at segment \(names[2]) without EXT-X-DISCONTINUITY\(words)"]
    )
  }

  @Test("a jump that the reader removed from the timeline fails with the reader's message")
  func notes() throws {
    let run = try run([note(3605)])
    #expect(run.result.state == .fail)
    #expect(
      run.messages == ["clock jumps 3605.0 s at segment 13.ts without EXT-X-DISCONTINUITY"]
    )
    #expect(
      run.findings.first?.place
        == Place(time: 78, rendition: "a", segment: "13.ts", pid: 0x101, offset: 188)
    )
    #expect(try self.run([note(nil)]).result.found == 1)
  }

  @Test("a jump of one second passes, but a longer jump does not", arguments: [(1.0, 0), (1.1, 1)])
  func limit(_ seconds: Double, _ found: Int) throws {
    #expect(try run(segments(gap: seconds)).result.found == found)
    #expect(try run([note(seconds)]).result.found == found)
  }

  @Test("the limit can be set", arguments: [(30.0, 0), (29.0, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(segments(gap: 30), settings: settings).result.found == found)
  }

  @Test("a jump passes if it is declared, or if the segments cannot be compared")
  func exempt() throws {
    let runs = [
      segments(gap: 3605, second: { $0.isDiscontinuity = true }),
      segments(gap: 3605, first: { $0.isComplete = false }),
      segments(gap: 3605, second: { $0.media = .packedAudio }),
      segments(gap: 3605, second: { $0.mediaSequence = 14 }),
      segments(gap: 3605, second: { $0.rendition = "b" }),
      segments(gap: 3605, second: { $0.frames = nil }),
    ]
    for events in runs { #expect(try run(events).result.state == .pass) }
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsDiscontinuityUndeclared.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

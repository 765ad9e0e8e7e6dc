import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-date-jump")
struct HlsDateJumpTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsDateJump.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  /// Ten segments with dates, which jump at segment 5.
  private func segments(
    jump: Double,
    change: (Int, inout SegmentReport) -> Void = { _, _ in }
  ) -> [TimedMetadataEvent] {
    (0..<10).map { number in
      MadeSegment.of(number) {
        $0.wallClock = 1_767_323_045 + Double(number * 6) + (number < 5 ? 0 : jump)
        change(number, &$0)
      }
    }
  }

  @Test(
    "a jump of the dates in the playlist warns",
    arguments: [(3600.0, "jumps 3600.0 s"), (-3600, "goes back 3600.0 s")]
  )
  func warns(_ jump: Double, _ words: String) throws {
    let run = try run(segments(jump: jump))
    #expect(run.result.state == .warn)
    #expect(
      run.messages == [
        "EXT-X-PROGRAM-DATE-TIME \(words) at segment 5.ts without EXT-X-DISCONTINUITY"
      ]
    )
    #expect(run.findings.first?.place.segment == "5.ts")
  }

  @Test(
    "a jump of 3 s passes, but a longer jump does not",
    arguments: [(3.0, 0), (-3, 0), (3.1, 1), (-3.1, 1)]
  )
  func limit(_ jump: Double, _ found: Int) throws {
    #expect(try run(segments(jump: jump)).result.found == found)
  }

  @Test("the limit can be set", arguments: [(4000.0, 0), (60.0, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(segments(jump: 3600), settings: settings).result.found == found)
  }

  @Test("a jump passes at a declared discontinuity, or between segments that cannot be compared")
  func exempt() throws {
    let runs = [
      segments(jump: 3600) { if $0 == 5 { $1.isDiscontinuity = true } },
      segments(jump: 3600) { if $0 == 4 { $1.isComplete = false } },
      segments(jump: 3600) { $1.wallClock = nil },
      segments(jump: 3600) { if $0 >= 5 { $1.mediaSequence += 3 } },
    ]
    for events in runs { #expect(try run(events).result.state == .pass) }
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsDateJump.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-segment-duration")
struct HlsSegmentDurationTests {
  private func run(
    _ events: [TimedMetadataEvent],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(
      HlsSegmentDuration.id,
      events,
      summary: .playlist(of: [.transportStream]),
      settings: settings
    )
  }

  /// Ten segments; segment 5 has another duration in the playlist.
  private func segments(
    fifth duration: Double,
    change: (Int, inout SegmentReport) -> Void = { _, _ in }
  ) -> [TimedMetadataEvent] {
    (0..<10).map { number in
      MadeSegment.of(number) {
        if number == 5 { $0.duration = duration }
        change(number, &$0)
      }
    }
  }

  @Test(
    "a listed duration that differs from the duration of the media warns",
    arguments: [12.0, 2]
  )
  func warns(_ duration: Double) throws {
    let run = try run(segments(fifth: duration))
    #expect(run.result.state == .warn)
    #expect(run.messages == ["EXTINF is \(duration) s, but the segment's media lasts 6.0 s"])
    #expect(run.findings.first?.place == Place(time: 30, rendition: "a", segment: "5.ts"))
  }

  @Test("every segment except the first and the last is judged", arguments: [12.0, 2])
  func all(_ duration: Double) throws {
    let events = (0..<10).map { MadeSegment.of($0) { $0.duration = duration } }
    #expect(try run(events).result.found == 8)
  }

  @Test(
    "EXTINF may differ from the duration of the media by one second",
    arguments: [(5.0, 0), (7, 0), (4.9, 1), (7.1, 1)]
  )
  func limit(_ duration: Double, _ found: Int) throws {
    #expect(try run(segments(fifth: duration)).result.found == found)
  }

  @Test("the limit can be set", arguments: [(6.0, 0), (5.0, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(segments(fifth: 12), settings: settings).result.found == found)
  }

  @Test("segments that lack media, or that come before a clock jump, are not judged")
  func others() throws {
    let cut = segments(fifth: 6) { if $0 == 5 { $1.frames = 30...31.5 } }
    #expect(try run(cut).result.found == 0)
    let jump = segments(fifth: 6) { number, segment in
      if number > 5 { segment.frames = Double(number * 6 + 3605)...Double(number * 6 + 3611) }
    }
    #expect(try run(jump).result.found == 0)
  }

  @Test(
    "audio that starts before the video does not affect the measured duration",
    arguments: [(6.0, 0), (12.0, 1), (2.0, 1)]
  )
  func earlyAudio(_ duration: Double, _ found: Int) throws {
    let run = try run(
      segments(fifth: duration) { number, segment in
        let start = Double(number * 6)
        segment.videoFrames = start...start + 5
        // At one frame per second and with B frames, audio is up to two seconds before video.
        let lead = [1.8, 0.2, 1.8, 0][number % 4]
        segment.frames = start - lead...start + 5.9
      }
    )
    #expect(run.result.found == found)
  }

  @Test("segments without frames, or next to discontinuities or unread segments, are not judged")
  func exempt() throws {
    let runs = [
      segments(fifth: 12) { if $0 == 6 { $1.isDiscontinuity = true } },
      segments(fifth: 12) { if $0 == 5 { $1.isDiscontinuity = true } },
      segments(fifth: 12) { if $0 == 6 { $1.isComplete = false } },
      segments(fifth: 12) { if $0 == 5 { $1.frames = nil } },
    ]
    for events in runs { #expect(try run(events).result.state == .pass) }
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsSegmentDuration.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

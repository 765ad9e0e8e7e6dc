import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-segment-gap")
struct HlsSegmentGapTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(HlsSegmentGap.id, events, summary: .playlist(of: [.transportStream]))
  }

  private func gap(_ number: Int, start: Double?) -> TimedMetadataEvent {
    MadeSegment.of(number) {
      ($0.isGap, $0.isComplete, $0.media, $0.frames, $0.tables) = (true, false, nil, nil, nil)
      $0.start = start
    }
  }

  @Test("a gap is reported as information, with its time")
  func informs() throws {
    let run = try run([MadeSegment.of(4), gap(5, start: 30), MadeSegment.of(6)])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(
      run.messages == ["segment 5.ts is marked EXT-X-GAP: tags from 30.0 to 36.0 s are missing"]
    )
    #expect(run.findings.map(\.severity) == [.info])
    #expect(run.findings.first?.place == Place(time: 30, rendition: "a", segment: "5.ts"))
  }

  @Test("a gap at an unknown time has a message without a time")
  func timeless() throws {
    #expect(
      try run([gap(5, start: nil)]).messages
        == ["segment 5.ts is marked EXT-X-GAP: its tags are missing"]
    )
  }

  @Test("existing segments, and segments missing without EXT-X-GAP, are not reported as gaps")
  func passes() throws {
    let missing = MadeSegment.of(5) { ($0.isComplete, $0.failure) = (false, "HTTP 404") }
    let run = try run([MadeSegment.of(4), missing])
    #expect(run.result.found == 0)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsSegmentGap.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

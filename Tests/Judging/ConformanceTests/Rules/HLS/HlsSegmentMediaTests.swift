import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-segment-media")
struct HlsSegmentMediaTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(
      HlsSegmentMedia.id,
      events,
      summary: .playlist(of: [.transportStream, .packedAudio])
    )
  }

  private func segments(
    _ others: Set<Int>,
    change: (Int, inout SegmentReport) -> Void = { _, _ in }
  ) -> [TimedMetadataEvent] {
    (0..<10).map { number in
      MadeSegment.of(number) {
        if others.contains(number) { $0.media = .packedAudio }
        change(number, &$0)
      }
    }
  }

  @Test("an AAC segment among transport streams fails, and the message names the segment")
  func fails() throws {
    let run = try run(segments([5]))
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == ["segment 5.ts is packed audio, but the others are transport streams"]
    )
    #expect(run.findings.first?.place == Place(time: 30, rendition: "a", segment: "5.ts"))
  }

  @Test("a segment is compared with the kind of media in most segments")
  func usual() throws {
    let run = try run(segments(Set(0..<9)))
    #expect(run.messages == ["segment 9.ts is a transport stream, but the others are packed audio"])
  }

  @Test(
    "segments pass if all have one kind of media, or if a change is declared",
    arguments: [[], [5]] as [Set<Int>]
  )
  func passes(_ others: Set<Int>) throws {
    let run = try run(segments(others) { if $0 == 5 || $0 == 6 { $1.isDiscontinuity = true } })
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("segments of different renditions, and unread segments, are not compared")
  func exempt() throws {
    let renditions = segments([5, 6]) { number, segment in
      if number == 5 || number == 6 { segment.rendition = "b" }
    }
    #expect(try run(renditions).result.found == 0)
    #expect(try run(segments([]) { if $0 == 5 { $1.media = nil } }).result.found == 0)
  }

  @Test("an input without a playlist is not assessed")
  func carriage() throws {
    let run = try RuleRun(HlsSegmentMedia.id, [MadeTag.data()])
    #expect(run.result.notAssessed == .carriage)
  }
}

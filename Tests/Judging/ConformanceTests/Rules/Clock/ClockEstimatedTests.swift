import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-estimated")
struct ClockEstimatedTests {
  /// Tags without a time, after a tag with a time.
  private func run(
    _ count: Int,
    _ change: (TimedMetadataEvent) -> TimedMetadataEvent = { $0 }
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(count + 1).enumerated().map { index, tag in
      index == 0 ? tag : change(tag.with { $0.notes = ["clock-estimated"] })
    }
    return try RuleRun(ClockEstimated.id, tags)
  }

  @Test("tags that have a time have no finding")
  func passes() throws {
    let run = try run(0)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("tags without a time are one finding, at the first tag, with the number of tags")
  func finds() throws {
    let run = try run(3) { $0.inMultiplex { $0.audioPTS = 900 } }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 3)
    #expect(run.result.maximum == nil)
    #expect(run.messages == ["3 tags without a usable time: estimated from the audio before them"])
    #expect(run.findings.first?.place == Place(time: 18, program: 1, pid: 0x102, offset: 18_000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("the message says from what the time of a tag was estimated")
  func references() throws {
    let clock = try run(1) { $0.inMultiplex { $0.programClock = 900 } }
    #expect(
      clock.messages == ["1 tag without a usable time: estimated from the clock before it"]
    )
    func inSegment(_ count: Int) throws -> [String] {
      try run(count) { $0.with { $0.origin = .packedAudio(codec: nil, precedingFrame: nil) } }
        .messages
    }
    #expect(try inSegment(1) == ["1 tag without a usable time: estimated from its segment"])
    #expect(try inSegment(2) == ["2 tags without a usable time: estimated from their segment"])
  }

  @Test(
    "an event with a rejected time is not reported as an event without a time",
    arguments: [
      (3605.0, 1, "1 tag with a time far from the media around it: estimated from its segment"),
      (nil, 1, "1 tag with its own time only: its relation to the media is unknown"),
      (nil, 0, "1 tag without a usable time: estimated from its segment"),
    ] as [(Double?, Int, String)]
  )
  func events(_ declared: Double?, _ version: Int, _ words: String) throws {
    let tag = try MadeTag.inMessage(
      tag: { $0.notes = ["clock-estimated"] },
      message: { ($0.declaredTime, $0.version) = (declared, version) }
    )
    let run = try RuleRun(ClockEstimated.id, [tag], media: [.fragmentedMP4])
    #expect(run.messages == [words])
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(ClockEstimated.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}

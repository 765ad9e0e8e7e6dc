import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("clock-audio-frame")
struct ClockAudioFrameTests {
  /// A stream of 32 PES packets of which `matches` carry the PTS of an audio PES; `unstamped` more carry none.
  private func run(matches: Int?, unstamped: Int = 0, tags: Int? = nil) throws -> RuleRun {
    let tag = try MadeTag.data().inMultiplex { $0.audioPTS = 720_000 }
    var summary = InputSummary(
      duration: 600,
      streams: [
        StreamSummary(
          program: 1,
          pid: 0x102,
          declared: true,
          tags: tags ?? 32 + unstamped,
          audioFrames: matches.map {
            AudioFrameMatches(packets: 32 + unstamped, timed: 32, matched: $0)
          }
        )
      ],
      byteCount: 1
    )
    summary.media = [.transportStream]
    return try RuleRun(ClockAudioFrame.id, [tag], summary: summary)
  }

  @Test("tags with the PTS of audio packets have no finding", arguments: [0, 3])
  func passes(unstamped: Int) throws {
    let run = try run(matches: 32, unstamped: unstamped)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == nil)
    #expect(run.findings.isEmpty)
  }

  @Test(
    "tags whose PTS matches no audio PES are counted and reported as information",
    arguments: [
      (1, "31 of 32 tags carry a PTS that no audio PES has"),
      (31, "1 of 32 tags carries a PTS that no audio PES has"),
    ]
  )
  func finds(_ matches: Int, _ message: String) throws {
    let run = try run(matches: matches, unstamped: 2)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 32 - matches)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("PES packets are counted instead of tags if some contain no tag or several")
  func packets() throws {
    let run = try run(matches: 30, tags: 40)
    #expect(run.messages == ["2 of 32 ID3 PES packets carry a PTS that no audio PES has"])
  }

  @Test("a stream whose program has no audio is not reported")
  func noAudioInProgram() throws {
    #expect(try run(matches: nil).findings.isEmpty)
  }

  @Test("an input without audio, without tags or without a transport stream is not assessed")
  func notAssessed() throws {
    let id = ClockAudioFrame.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .noAudio)
    #expect(try RuleRun(id, [MadeTag.other(time: 1)]).result.notAssessed == .noTags)
    let message = try RuleRun(id, [MadeTag.inMessage()], media: [.fragmentedMP4])
    #expect(message.result.notAssessed == .carriage)
  }
}

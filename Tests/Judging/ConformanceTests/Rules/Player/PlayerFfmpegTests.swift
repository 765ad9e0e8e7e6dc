import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-ffmpeg")
struct PlayerFfmpegTests {
  @Test("the damage that old versions do to a correct stream is not a fault of the stream")
  func old() throws {
    let run = try PlayerRun.transportStream(PlayerFfmpeg.id)
    let message =
      "FFmpeg would show 2 of 2 tags; FFmpeg before 6.1 shows 0 of 2: stream_type 0x15"
    #expect(run.remarks(message))
  }

  @Test("tags of a stream_type other than 0x15 are passed on undamaged")
  func streamType() throws {
    let run = try PlayerRun.transportStream(
      PlayerFfmpeg.id,
      notes: [PlayerRun.declaration("pmt-stream-type")]
    )
    #expect(run.remarks("FFmpeg would show 2 of 2 tags"))
  }

  @Test("FFmpeg misses the tags of a PID that no PMT declares")
  func undeclared() throws {
    let run = try RuleRun(
      PlayerFfmpeg.id,
      [MadeTag.data().with { $0.notes = ["pmt-undeclared"] }]
    )
    #expect(run.messages.first?.contains("PID not declared as ID3 (1)") == true)
  }

  @Test("FFmpeg reads no event messages")
  func messages() throws {
    let run = try PlayerRun.messages(PlayerFfmpeg.id)
    #expect(run.remarks("FFmpeg would show 0 of 2 tags: tags in emsg (2)", missed: 2))
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerFfmpeg.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerFfmpeg.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }
}

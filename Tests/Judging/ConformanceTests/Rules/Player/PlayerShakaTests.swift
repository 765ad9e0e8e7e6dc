import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-shaka")
struct PlayerShakaTests {
  @Test("all tags of a correct stream are shown")
  func passes() throws {
    let run = try PlayerRun.transportStream(PlayerShaka.id)
    #expect(run.remarks("Shaka Player would show 2 of 2 tags"))
    let messages = try PlayerRun.messages(PlayerShaka.id)
    #expect(messages.remarks("Shaka Player would show 2 of 2 tags"))
  }

  @Test("event messages in HLS need a setting of the app, which is not a fault of the stream")
  func messagesInHLS() throws {
    let run = try RuleRun(
      PlayerShaka.id,
      [MadeTag.inMessage(tag: { $0.rendition = "a" })],
      summary: .playlist(of: [.fragmentedMP4])
    )
    let message =
      "Shaka Player would show 0 of 1 tag: "
      + "emsg in HLS, unless mediaSource.dispatchAllEmsgBoxes is set (1)"
    #expect(run.remarks(message, missed: 1))
  }

  @Test("a tag with PTS 0 is missed")
  func zero() throws {
    let run = try PlayerRun.transportStream(PlayerShaka.id) { $0.pts = 0 }
    #expect(run.informs("Shaka Player would show 1 of 2 tags: PTS 0 (1)", missed: 1))
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerShaka.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerShaka.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }
}

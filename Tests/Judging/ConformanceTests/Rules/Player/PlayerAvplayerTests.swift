import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-avplayer")
struct PlayerAvplayerTests {
  private let ask = "Apple's documents require"

  @Test("all tags of a correct stream are shown")
  func passes() throws {
    let message = "AVPlayer: 2 of 2 tags as \(ask)"
    #expect(try PlayerRun.transportStream(PlayerAvplayer.id).remarks(message))
    #expect(try PlayerRun.messages(PlayerAvplayer.id).remarks(message))
  }

  @Test(
    "the reader's note about a tag explains why the tag is missed",
    arguments: [
      ("pmt-undeclared", "PID not declared as ID3"), ("pes-stream-id", "stream_id not 0xbd"),
      ("pes-pts-missing", "no PTS"), ("pes-payload-start", "not at the first byte of its PES"),
      ("ffmpeg-stripped-header", "tag header stripped"),
    ] as [(NoteID, String)]
  )
  func reasons(_ note: NoteID, _ reason: String) throws {
    let run = try PlayerRun.transportStream(PlayerAvplayer.id) { $0.notes = [note] }
    let message = "AVPlayer: 1 of 2 tags not as \(ask): \(reason) (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("a metadata AU cell before a tag gives two reasons: the stream_id and the first bytes")
  func cells() throws {
    let run = try PlayerRun.transportStream(PlayerAvplayer.id) { $0.notes = ["pes-mau-header"] }
    let message =
      "AVPlayer: 1 of 2 tags not as \(ask): stream_id not 0xbd (1), "
      + "not at the first byte of its PES (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test(
    "a faulty declaration hides all tags of the PID",
    arguments: [
      ("pmt-stream-type", 0x102, "stream_type not 0x15"),
      ("pmt-metadata-descriptor", 0x102, "no valid metadata_descriptor"),
      ("pmt-metadata-pointer", nil, "no valid metadata_pointer_descriptor"),
    ] as [(NoteID, Int?, String)]
  )
  func declarations(_ note: NoteID, _ pid: Int?, _ reason: String) throws {
    let run = try PlayerRun.transportStream(
      PlayerAvplayer.id,
      notes: [PlayerRun.declaration(note, pid: pid)]
    )
    let message = "AVPlayer: 2 of 2 tags not as \(ask): \(reason) (2)"
    #expect(run.informs(message, missed: 2))
  }

  @Test("event messages of version 0, or not in AOM's scheme, are missed")
  func messages() throws {
    let version = try PlayerRun.messages(PlayerAvplayer.id, message: { $0.version = 0 })
    let zero = "AVPlayer: 1 of 2 tags not as \(ask): emsg version 0 (1)"
    #expect(version.informs(zero, missed: 1))
    let scheme = try PlayerRun.messages(
      PlayerAvplayer.id,
      message: { $0.scheme = EventScheme.nielsen }
    )
    let nielsen = "AVPlayer: 1 of 2 tags not as \(ask): scheme www.nielsen.com:id3:v1 (1)"
    #expect(scheme.informs(nielsen, missed: 1))
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerAvplayer.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerAvplayer.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }

  @Test("a tag whose payload is not in a PRIV frame is missed")
  func withoutOwner() throws {
    let run = try RuleRun(PlayerAvplayer.id, [MadeTag.data(), MadeTag.withoutOwner(time: 18)])
    let message =
      "AVPlayer: 1 of 2 tags not as \(ask): no PRIV frame with a Nielsen owner (1)"
    #expect(run.informs(message, missed: 1))
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-gpac")
struct PlayerGpacTests {
  @Test("tags with the canonical first bytes are recognized")
  func passes() throws {
    #expect(try PlayerRun.transportStream(PlayerGpac.id).remarks("GPAC would show 2 of 2 tags"))
    #expect(try PlayerRun.messages(PlayerGpac.id).result.state == .notAssessed)
  }

  @Test("only a change in the first 36 bytes hides the tag", arguments: [5, 35, 36])
  func firstBytes(_ position: Int) throws {
    let run = try PlayerRun.transportStream(PlayerGpac.id) { $0.bytes[position] ^= 1 }
    if position < 36 {
      let message =
        "GPAC would show 1 of 2 tags: first 36 bytes differ from those of a Nielsen tag (1)"
      #expect(run.informs(message, missed: 1))
    } else {
      #expect(run.result.found == 0)
    }
  }

  @Test("a tag with a restored header is missed")
  func stripped() throws {
    let run = try PlayerRun.transportStream(PlayerGpac.id) {
      $0.notes = ["ffmpeg-stripped-header"]
    }
    #expect(run.result.found == 1)
    #expect(run.messages.count == 1)
  }

  @Test("tags missed for lack of audio are not a fault of the stream")
  func withoutAudio() throws {
    let run = try PlayerRun.transportStream(PlayerGpac.id) {
      $0.origin = .transportStream(TransportFacts())
    }
    #expect(
      run.remarks("GPAC would show 1 of 2 tags: no audio in the program (1)", missed: 1)
    )
    let heard = try PlayerRun.transportStream(PlayerGpac.id) {
      var facts = TransportFacts()
      facts.audioPTS = 900
      $0.origin = .transportStream(facts)
    }
    #expect(heard.remarks("GPAC would show 2 of 2 tags"))
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerGpac.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerGpac.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }
}

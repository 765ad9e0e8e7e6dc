import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-media3")
struct PlayerMedia3Tests {
  @Test("all tags of a correct stream are shown")
  func passes() throws {
    let stream = try PlayerRun.transportStream(PlayerMedia3.id)
    #expect(stream.remarks("media3 would show 2 of 2 tags"))
    for scheme in [EventScheme.aomedia, EventScheme.apple] {
      let run = try PlayerRun.messages(PlayerMedia3.id, message: { $0.scheme = scheme })
      #expect(run.remarks("media3 would show 2 of 2 tags"))
    }
  }

  @Test("a stream of which media3 shows no tag has a single message")
  func all() throws {
    let tags = try MadeTag.dataTags(32).map { $0.with { $0.notes = ["pes-alignment"] } }
    let run = try RuleRun(PlayerMedia3.id, tags)
    #expect(
      run.informs("media3 would show 0 of 32 tags: data_alignment_indicator 0 (32)", missed: 32)
    )
  }

  @Test(
    "the reader's note about a tag explains why the tag is missed",
    arguments: [
      ("pmt-undeclared", "PID not declared as ID3"),
      ("pes-alignment", "data_alignment_indicator 0"),
      ("tag-truncated", "tag cut short"),
      ("pes-pts-missing", "no PTS: playback stops"),
      ("pes-payload-start", "not at the first byte of its PES"),
      ("pes-mau-header", "not at the first byte of its PES"),
      ("ffmpeg-stripped-header", "tag header stripped"),
    ] as [(NoteID, String)]
  )
  func reasons(_ note: NoteID, _ reason: String) throws {
    let run = try PlayerRun.transportStream(PlayerMedia3.id) { $0.notes = [note] }
    #expect(run.informs("media3 would show 1 of 2 tags: \(reason) (1)", missed: 1))
  }

  @Test("a tag after another tag in its PES is missed")
  func notFirst() throws {
    let run = try PlayerRun.transportStream(PlayerMedia3.id) {
      var facts = TransportFacts()
      facts.tagsInFront = 1
      $0.origin = .transportStream(facts)
    }
    let message = "media3 would show 1 of 2 tags: not the first tag in its PES (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("a tag with two faults counts as missed once")
  func twice() throws {
    let run = try PlayerRun.transportStream(PlayerMedia3.id) {
      $0.notes = ["pes-alignment", "pes-pts-missing"]
    }
    let message =
      "media3 would show 1 of 2 tags: no PTS: playback stops (1), data_alignment_indicator 0 (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("an event in an unknown scheme is missed")
  func scheme() throws {
    let run = try PlayerRun.messages(
      PlayerMedia3.id,
      message: { $0.scheme = EventScheme.nielsen }
    )
    let message = "media3 would show 1 of 2 tags: scheme www.nielsen.com:id3:v1 (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("tags in audio renditions, which earlier versions drop, are noted in a remark")
  func audioRendition() throws {
    let tags = try MadeTag.dataTags(2).map { $0.with { $0.rendition = "audio/a/English" } }
    let audio = RenditionSummary.made("audio/a/English", tags: 2, role: .audio)
    let run = try RuleRun(PlayerMedia3.id, tags, summary: .playlist([audio]))
    #expect(
      run.remarks(
        "media3 would show 2 of 2 tags; media3 before 1.10 shows 0 of 2: tags in an audio rendition"
      )
    )
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerMedia3.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerMedia3.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }

  @Test("a tag whose payload is not in a PRIV frame is missed")
  func withoutOwner() throws {
    let run = try RuleRun(PlayerMedia3.id, [MadeTag.data(), MadeTag.withoutOwner(time: 18)])
    let message =
      "media3 would show 1 of 2 tags: no PRIV frame with a Nielsen owner (1)"
    #expect(run.informs(message, missed: 1))
  }
}

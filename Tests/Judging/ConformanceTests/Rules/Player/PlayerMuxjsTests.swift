import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-muxjs")
struct PlayerMuxjsTests {
  @Test("all tags of a correct stream are shown")
  func passes() throws {
    #expect(
      try PlayerRun.transportStream(PlayerMuxjs.id).remarks("mux.js would show 2 of 2 tags")
    )
  }

  @Test(
    "the reader's note about a tag explains why the tag is missed",
    arguments: [
      ("pmt-undeclared", "PID not declared as ID3"),
      ("pes-payload-start", "not at the first byte of its PES"),
      ("pes-mau-header", "not at the first byte of its PES"),
      ("ffmpeg-stripped-header", "tag header stripped"),
    ] as [(NoteID, String)]
  )
  func reasons(_ note: NoteID, _ reason: String) throws {
    let run = try PlayerRun.transportStream(PlayerMuxjs.id) { $0.notes = [note] }
    #expect(run.informs("mux.js would show 1 of 2 tags: \(reason) (1)", missed: 1))
  }

  @Test("a tag after another tag in its PES is missed")
  func notFirst() throws {
    let run = try PlayerRun.transportStream(PlayerMuxjs.id) {
      var facts = TransportFacts()
      facts.tagsInFront = 1
      $0.origin = .transportStream(facts)
    }
    let message = "mux.js would show 1 of 2 tags: not the first tag in its PES (1)"
    #expect(run.informs(message, missed: 1))
  }

  @Test("a stream_type other than 0x15 hides all tags of the PID")
  func streamType() throws {
    let run = try PlayerRun.transportStream(
      PlayerMuxjs.id,
      notes: [PlayerRun.declaration("pmt-stream-type")]
    )
    #expect(run.informs("mux.js would show 0 of 2 tags: stream_type not 0x15 (2)", missed: 2))
  }

  @Test(
    "a cut tag is completed with the next bytes, up to a PES that is marked as aligned",
    arguments: [(120, [false, false], 1), (120, [true, false], 0), (30, [false, false], 1)]
  )
  func damaged(_ arrived: Int, _ aligned: [Bool], _ lost: Int) throws {
    let notes: [[NoteID]] =
      [["pes-alignment"], ["tag-truncated"]] + aligned.map { $0 ? [] : ["pes-alignment"] }
    let tags = try zip(MadeTag.dataTags(notes.count), notes).enumerated().map { index, element in
      element.0.with {
        $0.notes = element.1
        if index == 1 { $0.bytes = Array($0.bytes.prefix(arrived)) }
      }
    }
    let message =
      "mux.js would show \(3 - lost) of 4 tags: tag cut short (1)"
      + (lost > 0 ? ", data_alignment_indicator 0 after a damaged tag (\(lost))" : "")
    #expect(try RuleRun(PlayerMuxjs.id, tags).informs(message, missed: 1 + lost))
  }

  @Test("event messages of any scheme and version are shown")
  func messages() throws {
    let run = try PlayerRun.messages(
      PlayerMuxjs.id,
      message: { ($0.scheme, $0.version) = (EventScheme.nielsen, 0) }
    )
    #expect(
      run.remarks("mux.js would show 2 of 2 tags; VHS before 3.1 shows 0 of 2: tags in emsg")
    )
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerMuxjs.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerMuxjs.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }

  @Test("a tag whose payload is not in a PRIV frame is missed")
  func withoutOwner() throws {
    let run = try RuleRun(PlayerMuxjs.id, [MadeTag.data(), MadeTag.withoutOwner(time: 18)])
    let message =
      "mux.js would show 1 of 2 tags: no PRIV frame with a Nielsen owner (1)"
    #expect(run.informs(message, missed: 1))
  }
}

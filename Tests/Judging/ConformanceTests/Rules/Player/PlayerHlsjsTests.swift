import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("player-hlsjs")
struct PlayerHlsjsTests {
  @Test("all tags of a correct stream are shown")
  func passes() throws {
    #expect(
      try PlayerRun.transportStream(PlayerHlsjs.id).remarks("hls.js would show 2 of 2 tags")
    )
    for scheme in [EventScheme.aomedia, EventScheme.apple, "urn:x/EMSG-id3"] {
      let run = try PlayerRun.messages(PlayerHlsjs.id, message: { $0.scheme = scheme })
      #expect(run.remarks("hls.js would show 2 of 2 tags"))
    }
  }

  @Test(
    "the reader's note about a tag explains why the tag is missed",
    arguments: [
      ("pmt-undeclared", "PID not declared as ID3"), ("pes-pts-missing", "no PTS"),
      ("pes-payload-start", "not at the first byte of its PES"),
      ("pes-mau-header", "not at the first byte of its PES"),
      ("ffmpeg-stripped-header", "tag header stripped"),
    ] as [(NoteID, String)]
  )
  func reasons(_ note: NoteID, _ reason: String) throws {
    let run = try PlayerRun.transportStream(PlayerHlsjs.id) { $0.notes = [note] }
    #expect(run.informs("hls.js would show 1 of 2 tags: \(reason) (1)", missed: 1))
  }

  @Test("a missing alignment indicator hides no tag")
  func alignment() throws {
    let run = try PlayerRun.transportStream(PlayerHlsjs.id) { $0.notes = ["pes-alignment"] }
    #expect(run.result.found == 0)
  }

  @Test("a stream_type other than 0x15 hides all tags of the PID")
  func streamType() throws {
    let run = try PlayerRun.transportStream(
      PlayerHlsjs.id,
      notes: [PlayerRun.declaration("pmt-stream-type")]
    )
    #expect(run.informs("hls.js would show 0 of 2 tags: stream_type not 0x15 (2)", missed: 2))
    let elsewhere = try PlayerRun.transportStream(
      PlayerHlsjs.id,
      notes: [PlayerRun.declaration("pmt-stream-type", pid: 0x1f0)]
    )
    #expect(elsewhere.remarks("hls.js would show 2 of 2 tags"))
  }

  @Test("tags on the second ID3 PID of a PMT are missed")
  func secondPID() throws {
    let run = try RuleRun(PlayerHlsjs.id) {
      $0.begin(
        StreamBuilder.map(id3: [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x103)])
      )
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
      $0.id3(StreamBuilder.tag(1), pts: 900_000, pid: 0x103)
    }
    #expect(run.informs("hls.js would show 1 of 2 tags: second ID3 PID (1)", missed: 1))
  }

  @Test("tags that move to another PID and back are shown if each PMT declares one PID")
  func movedPID() throws {
    let run = try RuleRun(PlayerHlsjs.id) {
      $0.clean()
      for (index, pid) in [0x1f0, StreamBuilder.id3PID].enumerated() {
        let start = 1_170_000 + Int64(index) * 90_000
        let streams = [StreamBuilder.id3Stream(pid: pid)]
        $0.map(StreamBuilder.map(version: UInt8(index + 1), id3: streams))
        $0.audio(pts: start)
        $0.id3(StreamBuilder.tag(3 + index), pts: start, pid: pid)
      }
    }
    #expect(run.remarks("hls.js would show 5 of 5 tags"))
  }

  @Test("an event in another scheme is missed, but an event with a repeated id is not")
  func messages() throws {
    let scheme = try PlayerRun.messages(
      PlayerHlsjs.id,
      message: { $0.scheme = EventScheme.nielsen }
    )
    let message = "hls.js would show 1 of 2 tags: scheme www.nielsen.com:id3:v1 (1)"
    #expect(scheme.informs(message, missed: 1))
    let id = try PlayerRun.messages(PlayerHlsjs.id, second: { $0.notes = ["emsg-id-reuse"] })
    #expect(id.remarks("hls.js would show 2 of 2 tags"))
  }

  @Test("tags that only an earlier version misses are reported after the newest version's result")
  func earlier() throws {
    let run = try PlayerRun.messages(
      PlayerHlsjs.id,
      message: { ($0.scheme, $0.version) = (EventScheme.nielsen, 0) }
    )
    #expect(run.result.remark?.contains("before") == false)
    let version = try PlayerRun.messages(PlayerHlsjs.id, message: { $0.version = 0 })
    #expect(
      version.result.remark?.hasSuffix("; hls.js before 1.7 shows 1 of 2: emsg version 0") == true
    )
  }

  @Test("a text input, or a stream without tags, is not assessed")
  func notAssessed() throws {
    let text = try RuleRun(PlayerHlsjs.id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
    let other = try RuleRun(PlayerHlsjs.id, [MadeTag.other(time: 1)])
    #expect(other.result.notAssessed == .noTags)
  }

  @Test("a tag whose payload is not in a PRIV frame is missed")
  func withoutOwner() throws {
    let run = try RuleRun(PlayerHlsjs.id, [MadeTag.data(), MadeTag.withoutOwner(time: 18)])
    let message =
      "hls.js would show 1 of 2 tags: no PRIV frame with a Nielsen owner (1)"
    #expect(run.informs(message, missed: 1))
  }
}

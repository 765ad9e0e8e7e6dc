import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-declared-empty")
struct PmtDeclaredEmptyTests {
  @Test("a declared PID with a tag every second passes")
  func passes() throws {
    let run = try RuleRun(PmtDeclaredEmpty.id) {
      $0.tables()
      $0.tags(31)
    }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream that declares an ID3 PID but has no ID3 tags, with a number of audio frames of 0.1 s.
  private func run(tenths: Int64, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(PmtDeclaredEmpty.id, settings: settings) {
      $0.tables()
      for tenth in 0..<tenths { $0.audio(pts: 900_000 + tenth * 9000) }
    }
  }

  @Test("a declared PID without a packet warns")
  func finds() throws {
    let run = try run(tenths: 3102)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PID 0x102 is declared as ID3, but has no payload in 310.2 s"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test("a declared PID with only scrambled packets passes")
  func scrambled() throws {
    let run = try RuleRun(PmtDeclaredEmpty.id) {
      $0.tables()
      for tenth in 0..<Int64(310) { $0.audio(pts: 900_000 + tenth * 9000) }
      $0.id3(StreamBuilder.tag(0), pts: 900_000) {
        for index in $0.indices { $0[index].scramblingControl = 2 }
      }
    }
    #expect(run.result.state == .pass)
  }

  @Test("a declared PID on which no PES packet starts warns")
  func noUnitStart() throws {
    let run = try RuleRun(PmtDeclaredEmpty.id) {
      $0.tables()
      for tenth in 0..<Int64(310) {
        $0.audio(pts: 900_000 + tenth * 9000)
        guard tenth % 100 == 0 else { continue }
        $0.id3(StreamBuilder.tag(0), pts: 900_000 + tenth * 9000) { $0[0].startsUnit = false }
      }
    }
    #expect(run.result.state == .warn)
    #expect(
      run.messages == ["PID 0x102 is declared as ID3, but no PES packet starts in 8 packets"]
    )
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test(
    "a stream of 30 s is assessed, and a shorter one is not",
    arguments: [(300, nil), (299, .tooShort)] as [(Int64, NotAssessed?)]
  )
  func tooShort(_ tenths: Int64, _ reason: NotAssessed?) throws {
    let run = try run(tenths: tenths)
    #expect(run.result.notAssessed == reason)
    #expect(run.result.state == (reason == nil ? .warn : .notAssessed))
  }

  @Test("a stream without a timeline is not assessed, because it counts as too short")
  func noClock() throws {
    let run = try RuleRun(PmtDeclaredEmpty.id, [], duration: nil)
    #expect(run.result.notAssessed == .tooShort)
  }

  @Test("a PID passes if it has tags in any run of the media", arguments: [0, 3])
  func otherRun(_ tags: Int) throws {
    let note = StreamNote(
      id: "pmt-declared-empty",
      rendition: "a",
      pid: 0x102,
      detail: "PID 0x102 is declared as ID3, but has no payload"
    )
    var summary = InputSummary.playlist([("a", 60), ("b", 60)])
    summary.streams = [
      StreamSummary(rendition: "a", program: 1, pid: 0x102, declared: true, tags: tags),
      StreamSummary(rendition: "b", program: 1, pid: 0x102, declared: true, tags: 6),
    ]
    let run = try RuleRun(PmtDeclaredEmpty.id, [.note(note)], summary: summary)
    #expect(run.result.found == (tags == 0 ? 1 : 0))
    #expect(run.findings.allSatisfy { $0.place.rendition == "a" })
  }

  @Test(
    "a PID warns if all runs between discontinuities, at least 30 s in total, have no tag",
    arguments: [(7, false, 0), (8, false, 8), (20, true, 0)]
  )
  func runs(_ count: Int, _ hasTag: Bool, _ found: Int) throws {
    var note = StreamNote(
      id: "pmt-declared-empty",
      rendition: "a",
      pid: 0x102,
      detail: "PID 0x102 is declared as ID3, but has no payload in 4.0 s"
    )
    note.measured = 4
    let tag = MadeTag.of(bytes: [], time: 1) { $0.rendition = "a" }
    let events = (0..<count).map { _ in TimedMetadataEvent.note(note) }
    let run = try RuleRun(
      PmtDeclaredEmpty.id,
      events + (hasTag ? [tag] : []),
      summary: InputSummary.playlist([("a", 600)])
    )
    #expect(run.result.found == found)
    let message = note.detail + ", and none in 32.0 s of 8 runs of media"
    #expect(run.messages == (found == 0 ? [] : [message]))
  }

  @Test("PIDs are reported in the order of the PMT")
  func order() throws {
    let pids: [UInt16] = [0x1F0, 0x102, 0x1A0, 0x180, 0x133, 0x1C2]
    let run = try RuleRun(PmtDeclaredEmpty.id) {
      $0.tables(StreamBuilder.map(id3: pids.map { StreamBuilder.id3Stream(pid: $0) }))
      for tenth in 0...300 { $0.audio(pts: 900_000 + Int64(tenth) * 9000) }
    }
    #expect(run.findings.map(\.place.pid) == pids.map { Int($0) })
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtDeclaredEmpty.id, settings: settings) {
      $0.tables(
        StreamBuilder.map(id3: [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x103)])
      )
      for tenth in 0...300 { $0.audio(pts: 900_000 + Int64(tenth) * 9000) }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtDeclaredEmpty.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

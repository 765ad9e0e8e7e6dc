import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-undeclared")
struct PmtUndeclaredTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtUndeclared.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("tags before their PMT fail, and each of these tags is counted")
  func finds() throws {
    let run = try RuleRun(PmtUndeclared.id) {
      $0.association()
      for index in 0..<5 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index) * 9000)
      }
      $0.map(StreamBuilder.map())
      $0.tags(2, firstIndex: 5)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 5)
    #expect(run.messages == ["5 tags on PID 0x102 before any PMT declares it"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 188))
  }

  @Test("tags that no PMT ever declares fail")
  func never() throws {
    let run = try RuleRun(PmtUndeclared.id) { $0.clean(StreamBuilder.map(id3: [])) }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 3)
    #expect(run.messages == ["3 tags on PID 0x102, which no PMT declares as ID3"])
    #expect(run.findings.first?.place == Place(time: 0.9, pid: 0x102, offset: 2256))
  }

  @Test("tags after a removed declaration fail, and tags after the next declaration pass")
  func dropped() throws {
    let run = try RuleRun(PmtUndeclared.id) {
      $0.clean()
      $0.map(StreamBuilder.map(version: 1, id3: []))
      $0.tags(4, start: 1_170_000, firstIndex: 3)
      $0.map(StreamBuilder.map(version: 2))
      $0.tags(2, start: 1_530_000, firstIndex: 7)
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 4)
    #expect(run.messages == ["4 tags on PID 0x102 after the PMT stopped declaring it"])
    #expect(run.findings.first?.place.time == 3.9)
  }

  @Test("tags that move to another PID together with the PMT pass")
  func moved() throws {
    let run = try RuleRun(PmtUndeclared.id) {
      $0.clean()
      $0.map(StreamBuilder.map(version: 1, id3: [StreamBuilder.id3Stream(pid: 0x1f0)]))
      for index in 3..<6 {
        let pts = 1_170_000 + Int64(index) * 90_000
        $0.audio(pts: pts)
        $0.id3(StreamBuilder.tag(index), pts: pts, pid: 0x1f0)
      }
    }
    #expect(run.findings.isEmpty)
  }

  @Test("private data that is not declared as ID3 counts as undeclared")
  func privateData() throws {
    let run = try RuleRun(PmtUndeclared.id) {
      $0.tables(
        StreamBuilder.map(id3: [ElementaryStream(type: .privateData, pid: StreamBuilder.id3PID)])
      )
      $0.tags(1)
    }
    #expect(run.messages == ["1 tag on PID 0x102, which no PMT declares as ID3"])
  }

  @Test("each PID has its own finding")
  func pids() throws {
    let run = try RuleRun(PmtUndeclared.id) {
      $0.begin(StreamBuilder.map(id3: []))
      for index in 0..<4 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000, pid: index % 2 == 0 ? 0x102 : 0x103)
      }
    }
    #expect(
      run.messages == [
        "2 tags on PID 0x102, which no PMT declares as ID3",
        "2 tags on PID 0x103, which no PMT declares as ID3",
      ]
    )
  }

  @Test("a stream with only non-Nielsen tags, or without tags, passes")
  func others() throws {
    let other = MadeTag.other(time: 1).with { $0.notes = ["pmt-undeclared"] }
    #expect(try RuleRun(PmtUndeclared.id, [other]).result.state == .pass)
    #expect(try RuleRun(PmtUndeclared.id, []).result.state == .pass)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtUndeclared.id, settings: settings) {
      $0.begin(StreamBuilder.map(id3: []))
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index), pts: 900_000) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtUndeclared.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-payload-start")
struct PesPayloadStartTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesPayloadStart.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a number of bytes before a tag.
  private func run(bytes count: Int) throws -> RuleRun {
    try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.id3([UInt8](repeating: 9, count: count) + StreamBuilder.tag(0), pts: 900_000)
    }
  }

  @Test("bytes before the tag fail")
  func finds() throws {
    let run = try run(bytes: 16)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["16 bytes before \"ID3\""])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("the message about a single byte uses the singular")
  func single() throws {
    #expect(try run(bytes: 1).messages == ["1 byte before \"ID3\""])
  }

  @Test("data that is not a PES packet fails")
  func noPacket() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.unit([UInt8](repeating: 9, count: 184), pid: StreamBuilder.id3PID)
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
    }
    #expect(run.messages == ["no PES packet at a unit start"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a PES packet without payload_unit_start_indicator fails")
  func noUnitStart() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      for index in 0..<3 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000) { $0[0].startsUnit = index != 1 }
      }
    }
    #expect(run.messages == ["a PES packet without a unit start is not read"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 940))
  }

  @Test("PES packets without the bits '10' fail in an input without tags")
  func explainsAbsence() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      for index in 0..<3 {
        var unit = PESPacket(
          pts: 900_000 + Int64(index) * 9000,
          isDataAligned: true,
          payload: StreamBuilder.tag(index)
        ).encoded
        unit[6] &= 0x3F
        $0.unit(unit, pid: StreamBuilder.id3PID)
      }
    }
    #expect(run.result.state == .fail)
    #expect(run.result.found == 3)
    #expect(run.messages.count == 1)
  }

  @Test("data other than a tag warns on a PID that has a tag", arguments: [1, 14])
  func otherData(_ count: Int) throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000)
      for index in 0..<count {
        $0.id3([0x8F, 3, UInt8(index), 0xAA], pts: 909_000 + Int64(index) * 900)
      }
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == count)
    let one = "PES with 4 bytes but no ID3 tag"
    #expect(
      run.messages == [
        count == 1 ? one : "14 PES packets without an ID3 tag on the PID, the first: \(one)"
      ]
    )
    #expect(run.findings.first?.place.time == 0.1)
    #expect(run.findings.first?.place.pid == 0x102)
  }

  @Test("data other than tags is reported in a stream without tags")
  func otherDataAlone() throws {
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin()
      $0.id3([0x8F, 3, 1, 0xAA], pts: 900_000)
    }
    #expect(run.messages == ["PES with 4 bytes but no ID3 tag"])
  }

  @Test("metadata other than ID3 passes on its own PID")
  func otherPID() throws {
    let streams = [StreamBuilder.id3Stream(), StreamBuilder.id3Stream(pid: 0x103)]
    let run = try RuleRun(PesPayloadStart.id) {
      $0.begin(StreamBuilder.map(id3: streams))
      for index in 0..<3 {
        $0.id3(StreamBuilder.tag(index), pts: 900_000 + Int64(index) * 9000)
        $0.id3([6, 0x0E, 0x2B, 0x34, 1, 1], pts: 900_000 + Int64(index) * 9000, pid: 0x103)
      }
    }
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("a wrong PES_header_data_length fails and is not attributed to FFmpeg")
  func headerLength() throws {
    func run(_ rule: RuleID) throws -> RuleRun {
      try RuleRun(rule) {
        $0.begin()
        var unit = PESPacket(pts: 900_000, isDataAligned: true, payload: StreamBuilder.tag(0))
          .encoded
        unit[8] = 10
        $0.unit(unit, pid: StreamBuilder.id3PID)
      }
    }
    #expect(
      try run(PesPayloadStart.id).messages == [
        "PES_header_data_length is 10, expected 5: players skip the first 5 bytes of the tag"
      ]
    )
    #expect(try run(FfmpegStrippedHeader.id).result.state == .pass)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesPayloadStart.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3([9] + StreamBuilder.tag(index), pts: 900_000) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesPayloadStart.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesPayloadStart.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-unstable")
struct PmtUnstableTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtUnstable.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream without faults for three seconds, then with another PMT.
  private func run(_ maps: [ElementaryStream]...) throws -> RuleRun {
    try RuleRun(PmtUnstable.id) {
      $0.clean()
      for (index, streams) in maps.enumerated() {
        $0.map(StreamBuilder.map(version: UInt8(index + 1), id3: streams))
        $0.tags(3, start: 1_170_000 + Int64(index) * 270_000, firstIndex: 3 + 3 * index)
      }
    }
  }

  @Test("an ID3 stream that moves to another PID warns")
  func finds() throws {
    let run = try run([StreamBuilder.id3Stream(pid: 0x1f0)])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["ID3 changes from PID 0x102 to 0x1f0"])
    #expect(run.findings.first?.place == Place(time: 2.9, program: 1, offset: 7144))
  }

  @Test("an ID3 stream that is removed and declared again, or changes its type, warns")
  func words() throws {
    #expect(
      try run([], [StreamBuilder.id3Stream()]).messages == [
        "ID3 is no longer declared on PID 0x102", "ID3 appears on PID 0x102",
      ]
    )
    let privateData = ElementaryStream(
      type: .privateData,
      pid: StreamBuilder.id3PID,
      descriptors: [.id3Metadata()]
    )
    #expect(
      try run([privateData]).messages == [
        "ID3 on PID 0x102 changes from stream_type 0x15 to 0x06"
      ]
    )
  }

  @Test("a version that changes with every copy of a PMT is reported once as information")
  func version() throws {
    let run = try RuleRun(PmtUnstable.id) {
      for version in 0..<6 {
        $0.tables(StreamBuilder.map(version: UInt8(version)))
        $0.tags(1, start: 900_000 + Int64(version) * 90_000, firstIndex: version)
      }
    }
    #expect(run.result.state == .pass)
    #expect(
      run.messages == [
        "the version of the PMT changes repeatedly, but its content does not"
      ]
    )
    #expect(run.findings.map(\.severity) == [.info])
  }

  @Test("a change of another part of the PMT passes")
  func others() throws {
    let run = try RuleRun(PmtUnstable.id) {
      $0.clean()
      $0.map(StreamBuilder.map(version: 1, videoPID: nil))
      $0.tags(3, start: 1_170_000, firstIndex: 3)
    }
    #expect(run.result.found == 0)
  }

  @Test("an ID3 stream may move to another PID at a discontinuity")
  func discontinuity() throws {
    let run = try RuleRun(PmtUnstable.id) {
      $0.tables()
      $0.pcr(900_000, pid: StreamBuilder.videoPID)
      $0.tags(3)
      $0.pcr(5_000_000, pid: StreamBuilder.videoPID, isDiscontinuous: true)
      $0.map(StreamBuilder.map(version: 1, id3: [StreamBuilder.id3Stream(pid: 0x1f0)]))
      $0.tags(3, start: 5_000_000, firstIndex: 3)
    }
    #expect(run.findings.isEmpty)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtUnstable.id, settings: settings) {
      $0.clean()
      $0.map(StreamBuilder.map(version: 1, id3: []))
      $0.tags(3, start: 1_170_000, firstIndex: 3)
      $0.map(StreamBuilder.map(version: 2))
      $0.tags(3, start: 1_440_000, firstIndex: 6)
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtUnstable.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

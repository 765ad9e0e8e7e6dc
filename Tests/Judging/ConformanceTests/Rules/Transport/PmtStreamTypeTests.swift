import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-stream-type")
struct PmtStreamTypeTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtStreamType.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A PMT that declares the ID3 stream as private data.
  private let privateData = StreamBuilder.map(id3: [
    ElementaryStream(
      type: .privateData,
      pid: StreamBuilder.id3PID,
      descriptors: [.id3Metadata()]
    )
  ])

  @Test("an ID3 stream declared as private data warns once")
  func finds() throws {
    let run = try RuleRun(PmtStreamType.id) {
      $0.clean(privateData)
      $0.map(privateData)
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["stream_type 0x06, expected 0x15: AVPlayer and hls.js look for 0x15"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test("private data that is not declared as ID3 is not judged")
  func undeclared() throws {
    let run = try RuleRun(PmtStreamType.id) {
      $0.clean(
        StreamBuilder.map(id3: [ElementaryStream(type: .privateData, pid: StreamBuilder.id3PID)])
      )
    }
    #expect(run.findings.isEmpty)
  }

  @Test("a declaration without any tag is not judged")
  func declaredOnly() throws {
    let run = try RuleRun(PmtStreamType.id) { $0.begin(privateData) }
    #expect(run.result.notAssessed == .noTags)
    #expect(run.findings.isEmpty)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtStreamType.id, settings: settings) {
      let streams = [StreamBuilder.id3PID, 0x103].map { pid in
        ElementaryStream(type: .privateData, pid: pid, descriptors: [.id3Metadata()])
      }
      $0.clean(StreamBuilder.map(id3: streams))
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PmtStreamType.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtStreamType.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-split-tag")
struct PesSplitTagTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesSplitTag.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test("a tag split over two PES packets warns")
  func finds() throws {
    let run = try RuleRun(PesSplitTag.id) {
      $0.begin()
      $0.id3(Array(StreamBuilder.tag(0).prefix(100)), pts: 900_000)
      $0.id3(Array(StreamBuilder.tag(0).dropFirst(100)), pts: nil, isDataAligned: false)
    }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag of 271 bytes split over 2 PES"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test("a tag too large for a PES packet may be split", arguments: [(65_535, 1), (65_536, 0)])
  func size(_ bytes: Int, _ found: Int) throws {
    let tag = try MadeTag.inPES { $0.pesCount = 2 }.with {
      $0.bytes += [UInt8](repeating: 0, count: bytes - $0.bytes.count)
    }
    let run = try RuleRun(PesSplitTag.id, [tag])
    #expect(run.messages == (found == 0 ? [] : ["tag of 65535 bytes split over 2 PES"]))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesSplitTag.id, settings: settings) {
      $0.begin()
      for index in 0..<2 {
        let tag = StreamBuilder.tag(index)
        $0.id3(Array(tag.prefix(100)), pts: 900_000)
        $0.id3(Array(tag.dropFirst(100)), pts: nil, isDataAligned: false)
      }
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesSplitTag.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesSplitTag.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

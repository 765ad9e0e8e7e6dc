import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("pes-length")
struct PesLengthTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PesLength.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with a tag whose PES packet declares this length in bytes.
  private func run(length: UInt16) throws -> RuleRun {
    try RuleRun(PesLength.id) {
      $0.begin()
      $0.id3(StreamBuilder.tag(0), pts: 900_000, length: .fixed(length))
    }
  }

  @Test("a PES packet without a length fails")
  func finds() throws {
    let run = try run(length: 0)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["PES_packet_length is 0, which is allowed for video only"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102, offset: 564))
  }

  @Test(
    "a declared length that differs from the actual length fails",
    arguments: [
      (400, "PES_packet_length is 400, but 279 bytes arrived"),
      (280, "PES_packet_length is 280, but 279 bytes arrived"),
      (279, nil), (278, "PES_packet_length is 278, but 279 bytes arrived"),
    ] as [(UInt16, String?)]
  )
  func lengths(_ length: UInt16, _ message: String?) throws {
    #expect(try run(length: length).messages == (message.map { [$0] } ?? []))
  }

  @Test("the length of a PES packet with missing TS packets is not judged")
  func gap() throws {
    let tag = try MadeTag.inPES { $0.arrivedLength = nil }
    #expect(try RuleRun(PesLength.id, [tag]).result.found == 0)
  }

  @Test("a PES packet with two tags counts once")
  func oncePerPacket() throws {
    let tags = try (0..<2).map { index in
      try MadeTag.inPES {
        $0.declaredLength = 400
        ($0.tagsInFront, $0.tagCount) = (index, 2)
      }
    }
    #expect(try RuleRun(PesLength.id, tags).result.found == 1)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PesLength.id, settings: settings) {
      $0.begin()
      for index in 0..<2 { $0.id3(StreamBuilder.tag(index), pts: 900_000, length: .fixed(0)) }
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PesLength.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PesLength.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-metadata-descriptor")
struct PmtMetadataDescriptorTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtMetadataDescriptor.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream whose PMT has these descriptors in the loop of the ID3 stream.
  private func run(_ descriptors: [Descriptor]) throws -> RuleRun {
    try RuleRun(PmtMetadataDescriptor.id) {
      $0.clean(
        StreamBuilder.map(id3: [
          ElementaryStream(
            type: .metadataInPES,
            pid: StreamBuilder.id3PID,
            descriptors: descriptors
          )
        ])
      )
    }
  }

  @Test("an ID3 stream without a metadata descriptor fails")
  func finds() throws {
    let run = try run([])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["no metadata_descriptor on PID 0x102"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test("a registration descriptor does not replace the metadata descriptor, but may accompany it")
  func registration() throws {
    #expect(try run([.id3Registration]).result.found == 1)
    #expect(try run([.id3Registration, .id3Metadata()]).result.found == 0)
  }

  @Test("any service_id in the metadata descriptor passes")
  func service() throws {
    #expect(try run([.id3Metadata(serviceID: 7)]).result.found == 0)
  }

  /// The body of a correct descriptor, changed.
  private func body(_ change: (inout [UInt8]) -> Void) -> Descriptor {
    var descriptor = Descriptor.id3Metadata()
    change(&descriptor.body)
    return descriptor
  }

  @Test("a descriptor with a wrong body is reported with its first difference")
  func differences() throws {
    #expect(
      try run([body { $0.append(0) }]).messages == [
        "metadata_descriptor on PID 0x102 has 14 bytes, expected 13"
      ]
    )
    #expect(
      try run([body { $0[12] = 0x2f }]).messages == [
        "metadata_descriptor on PID 0x102 has 2f at byte 12, expected 0f"
      ]
    )
  }

  @Test("a declaration without any tag is not judged")
  func declaredOnly() throws {
    let run = try RuleRun(PmtMetadataDescriptor.id) {
      $0.begin(
        StreamBuilder.map(id3: [ElementaryStream(type: .metadataInPES, pid: StreamBuilder.id3PID)])
      )
    }
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtMetadataDescriptor.id, settings: settings) {
      let streams = [StreamBuilder.id3PID, 0x103].map {
        ElementaryStream(type: .metadataInPES, pid: $0)
      }
      $0.clean(StreamBuilder.map(id3: streams))
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PmtMetadataDescriptor.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtMetadataDescriptor.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

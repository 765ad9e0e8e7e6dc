import TestSupport
import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("pmt-misplaced-descriptor")
struct PmtMisplacedDescriptorTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtMisplacedDescriptor.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream with these descriptors in the two loops of its PMT.
  private func run(
    program: [Descriptor] = [.id3MetadataPointer(programNumber: 1)],
    stream: [Descriptor] = [.id3Metadata()]
  ) throws -> RuleRun {
    try RuleRun(PmtMisplacedDescriptor.id) {
      var map = StreamBuilder.map(id3: [
        ElementaryStream(type: .metadataInPES, pid: StreamBuilder.id3PID, descriptors: stream)
      ])
      map.descriptors = program
      $0.begin(map)
    }
  }

  private let pointer = Descriptor.id3MetadataPointer(programNumber: 1)

  @Test("a metadata descriptor in the program loop fails, even in a stream without tags")
  func finds() throws {
    let run = try run(program: [.id3Metadata()])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["metadata_descriptor in the program loop"])
    #expect(run.findings.first?.place == Place(program: 1, offset: 188))
  }

  @Test("a pointer in the loop of a stream fails")
  func pointerInStream() throws {
    let run = try run(stream: [.id3Metadata(), pointer])
    #expect(run.messages == ["metadata_pointer_descriptor in the loop of PID 0x102"])
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102, offset: 188))
  }

  @Test("descriptors with swapped bodies fail")
  func swapped() throws {
    let run = try run(
      program: [Descriptor(tag: 0x25, body: Descriptor.id3Metadata().body)],
      stream: [Descriptor(tag: 0x26, body: pointer.body)]
    )
    #expect(
      run.messages == [
        "metadata_pointer_descriptor with the body of a metadata_descriptor",
        "metadata_descriptor with the body of a metadata_pointer_descriptor",
      ]
    )
  }

  @Test("descriptors of metadata other than ID3 are not judged")
  func otherFormat() throws {
    let other = Descriptor(tag: 0x26, body: [1, 0, 0xff, 0x4b, 0x4c, 0x56, 0x41, 0, 0x0f])
    #expect(try run(program: [pointer, other]).result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtMisplacedDescriptor.id, settings: settings) {
      var map = StreamBuilder.map(id3: [
        ElementaryStream(type: .metadataInPES, pid: StreamBuilder.id3PID, descriptors: [pointer])
      ])
      map.descriptors = [.id3Metadata()]
      $0.begin(map)
    }
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.result.found == 2)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtMisplacedDescriptor.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import TestSupport
import Testing
import TransportStream

@testable import Conformance
@testable import TimedMetadata

@Suite("pmt-metadata-pointer")
struct PmtMetadataPointerTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(PmtMetadataPointer.id) { $0.clean() }
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  /// A stream whose PMT has these descriptors in the program loop.
  private func run(_ descriptors: [Descriptor]) throws -> RuleRun {
    try RuleRun(PmtMetadataPointer.id) {
      var map = StreamBuilder.map()
      map.descriptors = descriptors
      $0.clean(map)
    }
  }

  @Test("a program without a pointer to its ID3 stream warns")
  func finds() throws {
    let run = try run([])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(
      run.messages == ["no metadata_pointer_descriptor in program 1 (FFmpeg never writes one)"]
    )
    #expect(run.findings.first?.place == Place(program: 1, offset: 188))
  }

  /// A correct pointer, changed.
  private func pointer(_ change: (inout [UInt8]) -> Void) -> Descriptor {
    var descriptor = Descriptor.id3MetadataPointer(programNumber: 1)
    change(&descriptor.body)
    return descriptor
  }

  @Test("a wrong pointer is reported with its first difference")
  func differences() throws {
    #expect(
      try run([.id3MetadataPointer(programNumber: 2)]).messages == [
        "metadata_pointer_descriptor names program 2 in program 1"
      ]
    )
    #expect(
      try run([pointer { $0.append(0) }]).messages == [
        "metadata_pointer_descriptor has 16 bytes, expected 15"
      ]
    )
    #expect(
      try run([pointer { $0[12] = 0x3f }]).messages == [
        "metadata_pointer_descriptor has 3f at byte 12, expected 1f"
      ]
    )
    #expect(
      try run([.id3MetadataPointer(programNumber: 1, serviceID: 5)]).messages == [
        "metadata_pointer_descriptor has service_id 5, but the metadata_descriptor of PID 0x102 has 0"
      ]
    )
  }

  @Test("a program without an ID3 stream needs no pointer")
  func noID3() throws {
    let run = try RuleRun(PmtMetadataPointer.id) {
      var map = StreamBuilder.map(id3: [])
      map.descriptors = []
      $0.clean(map)
    }
    #expect(run.result.found == 0)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and warns above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let settings = RuleSettings(["maximum": maximum])
    let run = try RuleRun(PmtMetadataPointer.id, settings: settings) {
      for version in 0..<2 {
        var map = StreamBuilder.map(version: UInt8(version))
        map.descriptors = version == 0 ? [] : [.id3MetadataPointer(programNumber: 2)]
        $0.tables(map)
      }
      $0.tags(3)
    }
    #expect(run.result.state == (passes ? .pass : .warn))
    #expect(run.result.found == 2)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(PmtMetadataPointer.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "only transport streams are assessed",
    arguments: [MediaKind.text, .fragmentedMP4, .packedAudio]
  )
  func carriage(_ kind: MediaKind) throws {
    let run = try RuleRun(PmtMetadataPointer.id, [MadeTag.data()], media: [kind])
    #expect(run.result.notAssessed == .carriage)
  }
}

import Testing

@testable import TransportStream

@Suite struct ProgramMapTests {
  /// A conforming section for H.264, AAC and ID3.
  static let conforming: [UInt8] = [
    0x02, 0xB0, 0x42, 0x00, 0x01, 0xC1, 0x00, 0x00, 0xE1, 0x00, 0xF0, 0x11,
    0x25, 0x0F, 0xFF, 0xFF, 0x49, 0x44, 0x33, 0x20, 0xFF, 0x49, 0x44, 0x33, 0x20, 0x00, 0x1F, 0x00,
    0x01,
    0x1B, 0xE1, 0x00, 0xF0, 0x00,
    0x0F, 0xE1, 0x01, 0xF0, 0x06, 0x0A, 0x04, 0x75, 0x6E, 0x64, 0x00,
    0x15, 0xE1, 0x02, 0xF0, 0x0F, 0x26, 0x0D, 0xFF, 0xFF, 0x49, 0x44, 0x33, 0x20, 0xFF, 0x49, 0x44,
    0x33, 0x20, 0x00, 0x0F,
    0xFC, 0x67, 0x2C, 0xF4,
  ]

  static let map = ProgramMap(
    programNumber: 1,
    pcrPID: 0x100,
    descriptors: [.id3MetadataPointer(programNumber: 1)],
    streams: [
      ElementaryStream(type: .h264, pid: 0x100),
      ElementaryStream(
        type: .adtsAAC,
        pid: 0x101,
        descriptors: [Descriptor(tag: 0x0A, body: [0x75, 0x6E, 0x64, 0])]
      ),
      ElementaryStream(type: .metadataInPES, pid: 0x102, descriptors: [.id3Metadata()]),
    ]
  )

  @Test("a conforming PMT section is read with a valid CRC and all values")
  func read() throws {
    let section = try #require(PSISection(Self.conforming))
    #expect(PSISection.hasValidCRC(Self.conforming))
    #expect(ProgramMap(section) == Self.map)
  }

  @Test("a written PMT equals the conforming section byte for byte")
  func written() {
    #expect(Self.map.section.encoded == Self.conforming)
  }

  @Test("a PMT whose program loop extends past the end is refused")
  func longProgramLoop() throws {
    var section = Self.map.section
    section.body[3] = 0xFF
    #expect(ProgramMap(section) == nil)
  }

  @Test("a stream whose descriptors extend past the end of the PMT is dropped")
  func longStreamLoop() throws {
    var section = Self.map.section
    section.body.removeLast(2)
    #expect(ProgramMap(section)?.streams.map(\.pid) == [0x100, 0x101])
  }

  @Test("a PMT section that is cut at any byte is refused", arguments: 0..<70)
  func cut(length: Int) {
    let section = PSISection(Self.conforming.prefix(length))
    #expect((section != nil) == (length >= Self.conforming.count))
  }

  @Test(
    "the stream type and the descriptors decide whether a stream may carry ID3",
    arguments: [
      (StreamType.metadataInPES, [], true),
      (.metadataInPES, [Descriptor.id3Metadata()], true),
      (.privateData, [.id3Registration], true),
      (.privateData, [.id3Metadata()], true),
      (.privateData, [], false),
      (.privateData, [Descriptor(tag: 0x05, body: Array("AC-3".utf8))], false),
      (.privateData, [Descriptor(tag: 0x26, body: [0xFF])], false),
      (.adtsAAC, [.id3Registration], false),
    ] as [(StreamType, [Descriptor], Bool)]
  )
  func mayCarryID3(type: StreamType, descriptors: [Descriptor], expected: Bool) {
    #expect(
      ElementaryStream(type: type, pid: 0x102, descriptors: descriptors).mayCarryID3 == expected
    )
  }

  @Test("descriptors decide whether private data is audio or video")
  func privateKinds() {
    func kind(_ descriptor: Descriptor) -> StreamType.Kind {
      ElementaryStream(type: .privateData, pid: 1, descriptors: [descriptor]).kind
    }
    #expect(kind(Descriptor(tag: 0x6A, body: [0])) == .audio)
    #expect(kind(Descriptor(tag: 0x05, body: Array("EAC3".utf8))) == .audio)
    #expect(kind(Descriptor(tag: 0x05, body: Array("HEVC".utf8))) == .video)
    #expect(kind(Descriptor(tag: 0x59, body: [])) == .other)
  }
}

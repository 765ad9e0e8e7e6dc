import Testing

@testable import ID3

@Suite struct FrameReaderTests {
  /// A tag of the major version with one frame XABC, given its flags and stored body.
  private func read(_ major: UInt8, flags: UInt16, _ hex: String, tagFlags: UInt8 = 0) throws
    -> (ID3Frame, [ID3Issue])
  {
    let stored = bytes(hex)
    let frame =
      ascii("XABC") + BigEndianInteger.bytes(stored.count, count: 4)
      + BigEndianInteger.bytes(Int(flags), count: 2) + stored
    let version = ID3Version(major: major)
    let header = ID3Header(version: version, flags: tagFlags, bodySize: frame.count)
    let tag = try ID3Tag(parsing: header.encoded() + frame)
    return (try #require(tag.frames.first), tag.issues)
  }

  @Test(
    "the same flags are read from different bits in versions 2.3 and 2.4",
    arguments: [
      (3, 0x8000, ID3FrameFlags.discardIfTagAltered), (3, 0x4000, .discardIfFileAltered),
      (3, 0x2000, .readOnly), (4, 0x4000, .discardIfTagAltered), (4, 0x2000, .discardIfFileAltered),
      (4, 0x1000, .readOnly), (4, 0x0002, .unsynchronised),
    ] as [(UInt8, UInt16, ID3FrameFlags)]
  )
  func flags(major: UInt8, bits: UInt16, flags: ID3FrameFlags) throws {
    let (frame, issues) = try read(major, flags: bits, "0102")
    #expect(frame == ID3Frame(id: "XABC", flags: flags, content: .data([1, 2])))
    #expect(issues == [])
  }

  @Test("frame flags that the version does not define are reported and dropped", arguments: [3, 4])
  func unknownFlags(major: UInt8) throws {
    let (frame, issues) = try read(major, flags: 0x0800, "0102")
    #expect(frame == ID3Frame(id: "XABC", content: .data([1, 2])))
    #expect(issues == [.unknownFlags])
  }

  @Test("version 2.4 puts group, method and length before the body, in this order")
  func fields24() throws {
    let (frame, issues) = try read(4, flags: 0x004d, "11 22 00000123 aabb")
    #expect(frame.groupID == 0x11)
    let transformed = ID3TransformedData(
      isCompressed: true,
      encryptionMethod: 0x22,
      originalLength: 163,
      bytes: [0xaa, 0xbb]
    )
    #expect(frame.content == .transformed(transformed))
    #expect(frame.flags == [])
    #expect(issues == [])
  }

  @Test("version 2.3 puts length, method and group before the body, in this order")
  func fields23() throws {
    let (frame, _) = try read(3, flags: 0x00e0, "00000123 22 11 aabb")
    #expect(frame.groupID == 0x11)
    let transformed = ID3TransformedData(
      isCompressed: true,
      encryptionMethod: 0x22,
      originalLength: 291,
      bytes: [0xaa, 0xbb]
    )
    #expect(frame.content == .transformed(transformed))
  }

  @Test("the data length of a single unsynchronised frame is the length before unsynchronisation")
  func unsynchronisedFrame() throws {
    let (frame, issues) = try read(4, flags: 0x0003, "00000003 ff00e001")
    #expect(frame.flags == [.unsynchronised, .dataLengthIndicator])
    #expect(frame.content == .data([0xff, 0xe0, 0x01]))
    #expect(issues == [])
  }

  @Test("the unsynchronisation flag in a 2.4 header also applies to a frame without that flag")
  func unsynchronisedTag() throws {
    let (frame, _) = try read(4, flags: 0, "ff00e0", tagFlags: 0x80)
    #expect(frame == ID3Frame(id: "XABC", content: .data([0xff, 0xe0])))
  }

  @Test(
    "a data length that is wrong or not synchsafe is reported",
    arguments: ["00000003", "80000002"]
  )
  func wrongLength(hex: String) throws {
    let (frame, issues) = try read(4, flags: 0x0001, hex + "aabb")
    #expect(frame.content == .data([0xaa, 0xbb]))
    #expect(issues == [.dataLengthMismatch])
  }

  @Test(
    "a frame that is too short for its flags is read as if the flags were not set",
    arguments: [
      (3, 0x0080, "0102"), (3, 0x0060, "01"), (3, 0x00a0, "01020304"), (4, 0x0001, "0102"),
      (4, 0x0044, "01"), (4, 0x0045, "010203"),
    ] as [(UInt8, UInt16, String)]
  )
  func tooShort(major: UInt8, flags: UInt16, hex: String) throws {
    let (frame, issues) = try read(major, flags: flags, hex)
    #expect(frame == ID3Frame(id: "XABC", content: .data(bytes(hex))))
    #expect(issues == [.malformedFrame])
  }

  // Found by FuzzID3: encrypted content without a method, which could not be written again.
  @Test("flags that announce fields of an empty frame are dropped", arguments: [3, 4])
  func emptyFrameWithFlags(major: UInt8) throws {
    let (frame, issues) = try read(major, flags: major == 3 ? 0x0060 : 0x0044, "")
    #expect(frame == ID3Frame(id: "XABC", content: .data([])))
    #expect(issues == [.malformedFrame, .emptyFrame])
  }
}

import Testing

@testable import ID3

@Suite struct ExtendedHeaderReaderTests {
  /// A frame XABC with one byte of data, as hexadecimal digits.
  private static let frame = "58414243 00000001 0000 07"

  private func read(_ major: UInt8, _ hex: String) throws -> ID3Tag {
    let body = bytes(hex)
    let header = ID3Header(version: ID3Version(major: major), flags: 0x40, bodySize: body.count)
    return try ID3Tag(parsing: header.encoded() + body)
  }

  private func checksum(_ hex: String) -> [UInt8] {
    BigEndianInteger.bytes(Int(ExtendedHeaderChecksum.checksum(bytes(hex))), count: 4)
  }

  @Test("a version 2.3 extended header without a checksum is read")
  func version23() throws {
    let tag = try read(3, "00000006 0000 00000002" + Self.frame + "0000")
    #expect(tag.extendedHeader == ID3ExtendedHeader())
    #expect(tag.frames.map(\.content) == [.data([7])])
    #expect(tag.issues == [])
  }

  @Test("the checksum of version 2.3 does not cover the padding")
  func version23Checksum() throws {
    let frame = bytes(Self.frame)
    let body =
      bytes("0000000a 8000 00000002")
      + BigEndianInteger.bytes(Int(ExtendedHeaderChecksum.checksum(frame)), count: 4)
      + frame + [0, 0]
    let header = ID3Header(version: .v23, flags: 0x40, bodySize: body.count)
    let tag = try ID3Tag(parsing: header.encoded() + body)
    #expect(tag.extendedHeader == ID3ExtendedHeader(hasChecksum: true))
    #expect(tag.issues == [])
  }

  @Test("a version 2.4 extended header with update, checksum and restrictions is read")
  func version24() throws {
    let value = Int(ExtendedHeaderChecksum.checksum(bytes(Self.frame + "0000")))
    let field = [28, 21, 14, 7, 0].map { UInt8(truncatingIfNeeded: value >> $0) & 0x7f }
    let body = bytes("0000000f 01 70 00 05") + field + bytes("01 a5" + Self.frame + "0000")
    let header = ID3Header(version: .v24, flags: 0x40, bodySize: body.count)
    let tag = try ID3Tag(parsing: header.encoded() + body)
    #expect(
      tag.extendedHeader
        == ID3ExtendedHeader(isUpdate: true, hasChecksum: true, restrictions: 0xa5)
    )
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [])
  }

  @Test(
    "a wrong checksum in an extended header is reported",
    arguments: [(3, "0000000a 8000 00000000 00000001"), (4, "0000000c 01 20 05 0000000001")]
      as [(UInt8, String)]
  )
  func wrongChecksum(major: UInt8, hex: String) throws {
    let tag = try read(major, hex + Self.frame)
    #expect(tag.extendedHeader?.hasChecksum == true)
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [.checksumMismatch])
  }

  @Test(
    "a tag whose flag announces a missing extended header is reported, and its frames are read",
    arguments: [3, 4]
  )
  func missing(major: UInt8) throws {
    let tag = try read(major, Self.frame)
    #expect(tag.extendedHeader == nil)
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [.missingExtendedHeader])
  }

  @Test(
    "an extended header without a usable end makes the frames unreadable",
    arguments: [
      (3, ""), (3, "0000"), (3, "00000005 0000 00000000"), (3, "ffffffff 0000 00000000"),
      (4, ""), (4, "00000005 01 00"), (4, "00000080 01 00"), (4, "7f7f7f7f 01 00"),
    ] as [(UInt8, String)]
  )
  func unusable(major: UInt8, hex: String) throws {
    let tag = try read(major, hex)
    #expect(tag.extendedHeader == nil)
    #expect(tag.frames == [])
    #expect(tag.issues == [.malformedExtendedHeader])
  }

  @Test(
    "a fault inside the extended header is reported, and the frames are read",
    arguments: [
      (3, "00000006 0000 00000009"), (3, "00000007 0000 00000000 00"),
      (3, "00000006 8000 00000000"),
      (4, "00000006 02 00"), (4, "00000006 00 00"), (4, "00000007 01 00 00"),
      (4, "00000008 01 40 01 00"), (4, "00000007 01 10 00"), (4, "00000006 01 40"),
      (4, "0000000c 01 20 05 7f00000000"), (4, "0000000c 01 20 05 8000000000"),
      (4, "00000007 01 10 7f"),
    ] as [(UInt8, String)]
  )
  func faultInside(major: UInt8, hex: String) throws {
    let tag = try read(major, hex + Self.frame)
    #expect(tag.extendedHeader == ID3ExtendedHeader())
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [.malformedExtendedHeader])
  }

  @Test(
    "unknown flags of an extended header are reported",
    arguments: [(3, "00000006 0100 00000000"), (4, "00000008 01 08 01 ff")] as [(UInt8, String)]
  )
  func unknownFlags(major: UInt8, hex: String) throws {
    let tag = try read(major, hex + Self.frame)
    #expect(tag.frames.count == 1)
    #expect(tag.issues == [.unknownFlags])
  }
}

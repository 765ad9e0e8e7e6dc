import Testing

@testable import ID3

@Suite struct FrameWalkerTests {
  private func tag(_ body: [UInt8], flags: UInt8 = 0) throws -> ID3Tag {
    let header = ID3Header(version: .v24, flags: flags, bodySize: body.count)
    return try ID3Tag(parsing: header.encoded() + body)
  }

  private func frame(_ id: String, plainSize: Int, _ body: [UInt8]) -> [UInt8] {
    ascii(id) + BigEndianInteger.bytes(plainSize, count: 4) + [0, 0] + body
  }

  @Test("plain sizes in a 2.4 tag are recognized if synchsafe sizes do not fill the tag exactly")
  func plainSizes() throws {
    let data = [UInt8](repeating: 0x55, count: 300)
    let parsed = try tag(frame("XABC", plainSize: 300, data) + frame("XDEF", plainSize: 1, [7]))
    #expect(parsed.issues == [.plainFrameSizes])
    #expect(parsed.frames.map(\.content) == [.data(data), .data([7])])
  }

  @Test("plain sizes in a 2.4 tag are recognized if padding follows the frames")
  func plainSizesWithPadding() throws {
    let data = [UInt8](repeating: 0x55, count: 128)
    let parsed = try tag(frame("XABC", plainSize: 128, data) + [0, 0, 0])
    #expect(parsed.issues == [.plainFrameSizes])
    #expect(parsed.frames.count == 1)
    #expect(parsed.paddingCount == 3)
  }

  @Test("synchsafe sizes are preferred if plain sizes would fit as well")
  func synchsafeFirst() throws {
    // 00 00 01 00 is 128 as synchsafe and 256 as a plain integer; zeros fill both.
    let body = frame("XABC", plainSize: 0x100, [UInt8](repeating: 0, count: 256))
    let parsed = try tag(body)
    #expect(parsed.issues == [])
    #expect(parsed.frames.map(\.content) == [.data([UInt8](repeating: 0, count: 128))])
    #expect(parsed.paddingCount == 128)
  }

  @Test("sizes in a 2.4 tag are read as synchsafe if neither form fills the tag exactly")
  func neitherFits() throws {
    let parsed = try tag(frame("XABC", plainSize: 2, [1, 2]) + ascii("garbage"))
    #expect(parsed.issues == [.trailingGarbage])
    #expect(parsed.frames.map(\.content) == [.data([1, 2])])
  }

  @Test("plain sizes in a 2.4 tag are recognized even if the end of the tag is missing")
  func plainSizesTruncated() throws {
    let data = [UInt8](repeating: 0x55, count: 300)
    let body = frame("XABC", plainSize: 300, data) + frame("XDEF", plainSize: 0x180, data)
    let header = ID3Header(version: .v24, flags: 0, bodySize: 310 + 10 + 0x180)
    let parsed = try ID3Tag(parsing: header.encoded() + body)
    #expect(parsed.issues == [.truncatedTag, .plainFrameSizes, .truncatedFrame])
    #expect(parsed.frames.map(\.id) == ["XABC"])
    #expect(parsed.truncatedFrame == ID3Frame(id: "XDEF", content: .data(data)))
  }

  @Test(
    "bytes after the frames are padding only if all of them are zero",
    arguments: [("000000", 3, []), ("000001", 2, [ID3Issue.trailingGarbage])]
  )
  func padding(hex: String, count: Int, issues: [ID3Issue]) throws {
    let parsed = try tag(frame("XABC", plainSize: 1, [7]) + bytes(hex))
    #expect(parsed.frames.count == 1)
    #expect(parsed.paddingCount == count)
    #expect(parsed.issues == issues)
  }

  @Test(
    "an identifier with an invalid character ends the frames",
    arguments: ["abcd", "TI 2", "TIT\u{7f}", "-ABC"]
  )
  func identifiers(id: String) throws {
    let parsed = try tag(frame(id, plainSize: 1, [7]))
    #expect(parsed.frames == [])
    #expect(parsed.issues == [.trailingGarbage])
  }

  @Test("a frame that is longer than the tag is kept as the truncated frame")
  func tooLongFrame() throws {
    let parsed = try tag(frame("PRIV", plainSize: 100, ascii("owner")))
    #expect(parsed.frames == [])
    #expect(parsed.issues == [.truncatedFrame])
    #expect(parsed.truncatedFrame == .priv(owner: "owner", data: []))
  }
}

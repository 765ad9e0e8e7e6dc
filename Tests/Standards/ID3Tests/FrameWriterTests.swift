import Testing

@testable import ID3

@Suite struct FrameWriterTests {
  private func write(_ frame: ID3Frame, major: UInt8) throws(ID3Error) -> [UInt8] {
    try FrameWriter(major: major, allUnsynchronised: false).bytes(of: frame)
  }

  private func code(_ frame: ID3Frame, major: UInt8) -> ID3Error.Code? {
    do {
      _ = try write(frame, major: major)
      return nil
    } catch {
      return error.code
    }
  }

  private func transformed(compressed: Bool, method: UInt8?, length: Int?) -> ID3Frame.Content {
    .transformed(
      ID3TransformedData(
        isCompressed: compressed,
        encryptionMethod: method,
        originalLength: length,
        bytes: [0xaa]
      )
    )
  }

  @Test(
    "sizes are three plain bytes (2.2), four plain bytes (2.3) or four synchsafe bytes (2.4)",
    arguments: [
      (2, "XAB", "584142 0000c8"), (3, "XABC", "58414243 000000c8 0000"),
      (4, "XABC", "58414243 00000148 0000"),
    ] as [(UInt8, String, String)]
  )
  func sizes(major: UInt8, id: String, header: String) throws {
    let data = [UInt8](repeating: 1, count: 200)
    let frame = ID3Frame(id: id, content: .data(data))
    #expect(try write(frame, major: major) == bytes(header) + data)
  }

  @Test("group, method and length are written in the order that the version requires")
  func extraFields() throws {
    let frame = ID3Frame(
      id: "XABC",
      groupID: 0x11,
      content: transformed(compressed: true, method: 0x22, length: 291)
    )
    #expect(try write(frame, major: 3) == bytes("58414243 00000007 00e0 00000123 22 11 aa"))
    #expect(try write(frame, major: 4) == bytes("58414243 00000007 004d 11 22 00000223 aa"))
  }

  @Test("the data length indicator is the length before unsynchronisation")
  func dataLength() throws {
    let frame = ID3Frame(
      id: "XABC",
      flags: [.unsynchronised, .dataLengthIndicator, .readOnly],
      content: .data([0xff, 0xff])
    )
    #expect(try write(frame, major: 4) == bytes("58414243 00000008 1003 00000002 ff00ff00"))
  }

  @Test(
    "a frame identifier must have the length and the characters of the version",
    arguments: [("XABC", 2), ("XAB", 3), ("XAB", 4), ("xabc", 4), ("X BC", 3), ("ÄBC", 4), ("", 2)]
      as [(String, UInt8)]
  )
  func identifiers(id: String, major: UInt8) {
    #expect(code(ID3Frame(id: id, content: .data([1])), major: major) == .invalidFrameID)
  }

  @Test("a flag, a group or compression that the version does not have is refused")
  func notInVersion() {
    let data = ID3Frame.Content.data([1])
    #expect(code(ID3Frame(id: "XAB", flags: .readOnly, content: data), major: 2) == .notInVersion)
    #expect(code(ID3Frame(id: "XAB", groupID: 1, content: data), major: 2) == .notInVersion)
    #expect(
      code(ID3Frame(id: "XABC", flags: .unsynchronised, content: data), major: 3) == .notInVersion
    )
    #expect(
      code(
        ID3Frame(id: "XAB", content: transformed(compressed: true, method: nil, length: nil)),
        major: 2
      ) == .notInVersion
    )
  }

  @Test("transformed content whose flags and length contradict each other is refused")
  func inconsistent() {
    let none = transformed(compressed: false, method: nil, length: nil)
    #expect(code(ID3Frame(id: "XABC", content: none), major: 4) == .inconsistentFrame)
    let encrypted = transformed(compressed: false, method: 1, length: 5)
    #expect(code(ID3Frame(id: "XABC", content: encrypted), major: 3) == .inconsistentFrame)
    #expect(
      code(
        ID3Frame(id: "XABC", flags: .dataLengthIndicator, content: encrypted),
        major: 4
      ) == .inconsistentFrame
    )
    let compressed = transformed(compressed: true, method: nil, length: nil)
    #expect(code(ID3Frame(id: "XABC", content: compressed), major: 3) == .inconsistentFrame)
  }

  @Test(
    "an original length that does not fit its field is refused",
    arguments: [-1, 0x1000_0000, Int.max]
  )
  func lengths(length: Int) {
    let content = transformed(compressed: true, method: nil, length: length)
    #expect(code(ID3Frame(id: "XABC", content: content), major: 4) == .tooLarge)
  }

  @Test("a 2.2 frame whose size needs more than 24 bits is refused")
  func largeFrame() {
    let content = ID3Frame.Content.data([UInt8](repeating: 1, count: 0x100_0000))
    #expect(code(ID3Frame(id: "XAB", content: content), major: 2) == .tooLarge)
  }
}

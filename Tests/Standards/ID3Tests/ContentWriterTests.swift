import Testing

@testable import ID3

@Suite struct ContentWriterTests {
  private func body(
    _ id: String,
    _ content: ID3Frame.Content,
    major: UInt8 = 4
  ) throws(ID3Error) -> [UInt8] {
    try ContentWriter(major: major, id: id).body(of: content)
  }

  @Test("the fields of ID3 frames are written in the order of the standard")
  func layouts() throws {
    #expect(try body("PRIV", .priv(owner: "a", data: [0, 1])) == bytes("6100 0001"))
    #expect(
      try body("COMM", .comment(encoding: .utf8, language: "eng", description: "d", text: "t"))
        == bytes("03 656e67 6400 74")
    )
    #expect(
      try body("TXXX", .userText(encoding: .utf16, description: "d", values: ["v"]))
        == bytes("01 fffe 6400 0000 fffe 7600")
    )
    #expect(
      try body("POPM", .popularimeter(email: "e", rating: 9, counter: 0x01_0203_0405))
        == bytes("6500 09 0102030405")
    )
    #expect(
      try body("POPM", .popularimeter(email: "e", rating: 9, counter: 1))
        == bytes("6500 09 00000001")
    )
  }

  @Test(
    "text that does not fit its field or encoding is refused",
    arguments: [
      ("TIT2", .text(encoding: .isoLatin1, values: ["€"])),
      ("TIT2", .text(encoding: .utf8, values: ["a\0b"])),
      ("PRIV", .priv(owner: "a\0", data: [])),
      ("PRIV", .priv(owner: "€", data: [])),
      ("WOAF", .url("http://€")),
      ("COMM", .comment(encoding: .utf8, language: "de", description: "", text: "")),
    ] as [(String, ID3Frame.Content)]
  )
  func unwritable(id: String, content: ID3Frame.Content) {
    #expect { try body(id, content) } throws: { ($0 as? ID3Error)?.code == .unwritableText }
  }

  @Test(
    "content that would be read back differently is refused",
    arguments: [
      ("TIT2", .priv(owner: "a", data: [])),
      ("PRIV", .text(encoding: .utf8, values: ["a"])),
      ("TIT2", .data([3, 0x41])),
      ("PRIV", .data([1])),
      ("TIT2", .text(encoding: .utf8, values: [])),
      ("YTYP", .data([3, 0x41])),
      ("YTYP", .text(encoding: .utf8, values: [""])),
      ("YTYP", .text(encoding: .utf8, values: ["\u{1}"])),
    ] as [(String, ID3Frame.Content)]
  )
  func inconsistent(id: String, content: ID3Frame.Content) {
    #expect { try body(id, content) } throws: { ($0 as? ID3Error)?.code == .inconsistentFrame }
  }

  @Test("text of an experimental identifier is written like other text")
  func experimentalText() throws {
    #expect(try body("YSEQ", .text(encoding: .utf8, values: ["1:1"])) == [3] + Array("1:1".utf8))
  }

  @Test("data that would not be read as the frame's fields is written unchanged")
  func unexplainedData() throws {
    #expect(try body("TIT2", .data([9, 1])) == [9, 1])
    #expect(try body("XXXX", .data([9, 1])) == [9, 1])
  }
}

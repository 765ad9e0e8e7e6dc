import Testing

@testable import ID3

@Suite struct ContentReaderTests {
  private func read(
    _ id: String,
    _ body: [UInt8],
    major: UInt8 = 4
  ) -> (ID3Frame.Content, [ID3Issue]) {
    var reader = ContentReader(major: major)
    let content = reader.content(of: id, body: body[...])
    return (content, reader.issues)
  }

  @Test("a PRIV frame has an owner, a NUL and data")
  func priv() {
    let (content, issues) = read("PRIV", ascii("a.b\u{0}x\u{0}y"))
    #expect(content == .priv(owner: "a.b", data: ascii("x\u{0}y")))
    #expect(issues == [])
  }

  @Test("the owner of a PRIV frame is read as ISO-8859-1")
  func privLatin1() {
    #expect(read("PRIV", [0xe9, 0, 1]).0 == .priv(owner: "é", data: [1]))
  }

  @Test("a PRIV frame without a NUL has only an owner")
  func privWithoutTerminator() {
    let (content, issues) = read("PRIV", ascii("www.nielsen.com/x"))
    #expect(content == .priv(owner: "www.nielsen.com/x", data: []))
    #expect(issues == [.privWithoutTerminator])
  }

  @Test("an empty frame is reported", arguments: ["PRIV", "TIT2", "APIC", "XXXX"])
  func empty(id: String) {
    let (content, issues) = read(id, [])
    #expect(content == (id == "PRIV" ? .priv(owner: "", data: []) : .data([])))
    #expect(issues == [.emptyFrame])
  }

  @Test(
    "a frame that lacks fields of its kind is kept as bytes",
    arguments: [
      ("TIT2", "04 41"), ("TXXX", "00 41"), ("TXXX", "09 4100 42"), ("WXXX", "01 fffe 41"),
      ("COMM", "00 656e"), ("COMM", "00 656e67 41"), ("GEOB", "00 4100 4200"), ("GEOB", "00 41"),
      ("APIC", "00 69"), ("APIC", "00 6900"), ("APIC", "00 6900 03 41"), ("UFID", "41"),
      ("POPM", "41"), ("POPM", "4100"), ("POPM", "4100 01 010000000000000000"),
    ]
  )
  func malformed(id: String, hex: String) {
    let (content, issues) = read(id, bytes(hex))
    #expect(content == .data(bytes(hex)))
    #expect(issues == [.malformedFrame])
  }

  @Test(
    "an experimental frame is text if it has an encoding and printable characters",
    arguments: [
      ("YTYP", "03 53", ["S"]), ("YDUR", "00 302e3034 00", ["0.04"]),
      ("XSOP", "01 fffe 4100", ["A"]),
      ("XDOR", "00 61 00 62", ["a", "b"]), ("ZABC", "03 c3a9 0a", ["é\n"]),
    ]
  )
  func experimentalText(id: String, hex: String, values: [String]) {
    let (content, issues) = read(id, bytes(hex))
    guard case .text(_, let found) = content else {
      Issue.record("\(content)")
      return
    }
    #expect(found == values)
    #expect(issues == [])
  }

  @Test(
    "an experimental frame that is not printable text is kept as bytes",
    arguments: ["03", "03 00", "04 41", "00 0102", "03 ff", "01 4100", "00 4185", "53"]
  )
  func experimentalData(hex: String) {
    let (content, issues) = read("XRVA", bytes(hex))
    #expect(content == .data(bytes(hex)))
    #expect(issues == [])
  }

  @Test("a version 2.4 encoding in an older tag is read and reported")
  func laterEncoding() {
    let (content, issues) = read("TIT2", bytes("03 c3a9"), major: 3)
    #expect(content == .text(encoding: .utf8, values: ["é"]))
    #expect(issues == [.encodingNotInVersion])
  }

  @Test("a picture of version 2.2 has a format of three characters")
  func picture22() {
    let (content, _) = read("PIC", bytes("00 4a5047 03 6100 ffd8"), major: 2)
    let picture = ID3Picture(
      encoding: .isoLatin1,
      mimeType: "JPG",
      type: 3,
      description: "a",
      data: [0xff, 0xd8]
    )
    #expect(content == .picture(picture))
    #expect(picture.byteCount == 2)
  }

  @Test(
    "the counter of a popularimeter may be missing, short or long",
    arguments: [
      ("", nil), ("05", 5), ("00000100", 256), ("0100000000", 0x1_0000_0000),
      ("ffffffffffffffff", UInt64.max), ("00000000000000000007", 7),
    ] as [(String, UInt64?)]
  )
  func counter(hex: String, value: UInt64?) {
    let (content, issues) = read("POPM", bytes("6100 80" + hex))
    #expect(content == .popularimeter(email: "a", rating: 0x80, counter: value))
    #expect(issues == [])
  }

  @Test("a URL ends at its terminator")
  func url() {
    let (content, issues) = read("WOAF", ascii("http://a\u{0}b"))
    #expect(content == .url("http://a"))
    #expect(issues == [.dataAfterTerminator])
  }
}

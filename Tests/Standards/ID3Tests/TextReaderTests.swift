import Testing

@testable import ID3

@Suite struct TextReaderTests {
  @Test(
    "text in every encoding is decoded",
    arguments: [
      (ID3TextEncoding.isoLatin1, "4772fcdf65", "Grüße"),
      (.isoLatin1, "0d0a", "\r\n"),
      (.utf16, "fffe 4700 fc00", "Gü"),
      (.utf16, "feff 0047 00fc", "Gü"),
      (.utf16, "fffe 3dd8 a7df", "\u{1f7a7}"),
      (.utf16, "fffe", ""),
      (.utf16BigEndian, "0047 00fc", "Gü"),
      (.utf16BigEndian, "d800 dc00 dbff dfff d7ff e000", "\u{10000}\u{10ffff}\u{d7ff}\u{e000}"),
      (.utf8, "47c3bc", "Gü"),
    ]
  )
  func decoding(encoding: ID3TextEncoding, hex: String, text: String) {
    var reader = TextReader(encoding)
    #expect(reader.string(bytes(hex)[...]) == text)
    #expect(reader.issues == [])
  }

  @Test(
    "text that is not valid in its encoding is repaired and reported",
    arguments: [
      (ID3TextEncoding.utf8, "41ff", "A\u{fffd}"),
      (.utf16, "fffe 4100 00d8", "A\u{fffd}"),
      (.utf16, "fffe 4100 42", "A"),
      (.utf16BigEndian, "dc00", "\u{fffd}"),
      (.utf16BigEndian, "d800 d83d dfa7 d800", "\u{fffd}\u{1f7a7}\u{fffd}"),
      (.utf16BigEndian, "d800 0041 dc00 dc00", "\u{fffd}A\u{fffd}\u{fffd}"),
    ]
  )
  func invalid(encoding: ID3TextEncoding, hex: String, text: String) {
    var reader = TextReader(encoding)
    #expect(reader.string(bytes(hex)[...]) == text)
    #expect(reader.issues == [.invalidText])
  }

  @Test("UTF-16 without a byte order mark is read as big-endian, and reported")
  func missingMark() {
    var reader = TextReader(.utf16)
    #expect(reader.string(bytes("0041")[...]) == "A")
    #expect(reader.issues == [.missingByteOrderMark])
  }

  @Test("a string without a byte order mark uses the mark of an earlier string in the frame")
  func inheritedMark() {
    var reader = TextReader(.utf16)
    #expect(reader.strings(bytes("fffe 4100 0000 4200")[...]) == ["A", "B"])
    #expect(reader.issues == [])
  }

  @Test(
    "a terminator separates strings, and a final terminator does not start another string",
    arguments: [
      ("", [""]), ("00", [""]), ("61", ["a"]), ("6100", ["a"]), ("610062", ["a", "b"]),
      ("61006200", ["a", "b"]), ("610000", ["a", ""]), ("0061", ["", "a"]),
    ]
  )
  func lists(hex: String, values: [String]) {
    var reader = TextReader(.isoLatin1)
    #expect(reader.strings(bytes(hex)[...]) == values)
  }

  @Test("a UTF-16 terminator starts at an even offset")
  func alignment() {
    var reader = TextReader(.utf16BigEndian)
    var rest = bytes("0100 0041 0000 ff")[...]
    #expect(reader.terminatedString(&rest) == "\u{100}A")
    #expect(rest == [0xff])
    #expect(reader.terminatedString(&rest) == nil)
  }

  @Test("bytes after the terminator of the last string are reported unless they are zeros")
  func lastString() {
    var reader = TextReader(.isoLatin1)
    #expect(reader.lastString(bytes("61000000")[...]) == "a")
    #expect(reader.issues == [])
    #expect(reader.lastString(bytes("610062")[...]) == "a")
    #expect(reader.issues == [.dataAfterTerminator])
  }
}

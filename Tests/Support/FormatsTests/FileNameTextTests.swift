import Formats
import Testing

@Suite struct FileNameTextTests {
  @Test(
    "UTF-8 in a file name is kept; other bytes, and text that looks like an escape, are escaped",
    arguments: [
      (Array("a/b.ts".utf8), "a/b.ts"), (Array("Ä\u{1F600}e\u{301}".utf8), "Ä\u{1F600}e\u{301}"),
      ([0x61, 0xFF], "a\\xff"), ([0x61, 0xFE], "a\\xfe"), ([0xC3], "\\xc3"),
      ([0xC3, 0xC3, 0xA4, 0x01], "\\xc3\u{e4}\u{1}"), ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
      (Array("a\\xff".utf8), "a\\x5cxff"), (Array("\\x5cxff".utf8), "\\x5cx5cxff"),
      (Array("\\xf".utf8) + [0xFF], "\\xf\\xff"), (Array("a\\b\\x".utf8), "a\\b\\x"),
      (Array("\u{fffd}".utf8), "\u{fffd}"), ([], ""),
    ] as [([UInt8], String)]
  )
  func text(name: [UInt8], text: String) {
    #expect(FileNameText.text(of: name) == text)
  }
}

import Testing

@testable import Formats

@Suite struct PrintableTextTests {
  @Test(
    "characters that could control a terminal are escaped as numbers",
    arguments: [
      ("\u{1b}[31m", "\\u{1b}[31m"), ("a\nb", "a\\u{a}b"), ("\u{7f}", "\\u{7f}"),
      ("\u{85}", "\\u{85}"), ("\u{2028}", "\\u{2028}"), ("\u{2066}x", "\\u{2066}x"),
      ("e\u{301}\u{0}", "e\u{301}\\u{0}"), ("a\u{202e}b", "a\\u{202e}b"),
      ("a\u{200b}b\u{feff}", "a\\u{200b}b\\u{feff}"),
    ]
  )
  func unsafe(text: String, escaped: String) {
    #expect(PrintableText.escaping(text) == escaped)
  }

  @Test(
    "text without characters that could control a terminal is unchanged",
    arguments: ["", "a b", "Grüße 日本 🎉", "👩\u{200d}👧 ❤\u{fe0f}", "c:\\u{1b}"]
  )
  func safe(text: String) {
    #expect(PrintableText.escaping(text) == text)
  }
}

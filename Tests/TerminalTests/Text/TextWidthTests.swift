import Testing

@testable import Terminal

@Suite struct TextWidthTests {
  @Test(
    "characters take the columns that terminals give them",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2), ("📺", 2),
      ("❤\u{FE0F}", 2), ("\u{200B}", 0), ("Ж", 1), ("…━●", 3), ("👩‍👩‍👧", 2), ("ไ", 1),
    ]
  )
  func columns(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
  }

  @Test(
    "a text that is too wide is cut between characters, and ends in a sign of that",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
      ("日本語", 4, "日…"), ("日本語", 1, "…"), ("abc", 0, ""), ("", 4, ""), ("📺📺", 3, "📺…"),
    ]
  )
  func cut(text: String, width: Int, result: String) {
    #expect(TextWidth.cut(text, to: width) == result)
    #expect(TextWidth.columns(result) <= width)
  }

  @Test("a pile of marks on a character does not grow out of its line")
  func pile() {
    let text = TextWidth.cut("a" + String(repeating: "\u{301}", count: 500), to: 5)
    #expect(text.unicodeScalars.count == 8)
  }
}

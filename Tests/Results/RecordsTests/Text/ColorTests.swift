import Testing

@testable import Records

@Suite struct ColorTests {
  @Test(
    "each emphasis has a colour, which is reset after the text",
    arguments: [
      (.none, "text"), (.accent, "\u{1b}[36mtext\u{1b}[0m"), (.warning, "\u{1b}[33mtext\u{1b}[0m"),
      (.bad, "\u{1b}[31mtext\u{1b}[0m"), (.good, "\u{1b}[32mtext\u{1b}[0m"),
      (.faint, "\u{1b}[2mtext\u{1b}[0m"),
    ] as [(TextEmphasis, String)]
  )
  func paint(emphasis: TextEmphasis, text: String) {
    #expect(emphasis.paint("text") == text)
  }

  @Test("bold text keeps its colour")
  func bold() {
    #expect(TextEmphasis.bad.paint("text", isBold: true) == "\u{1b}[1;31mtext\u{1b}[0m")
  }

  @Test("'always' and 'never' do not depend on the terminal, and 'auto' needs a terminal")
  func choice() {
    #expect(ColorChoice.always.isColored(onTerminal: false))
    #expect(!ColorChoice.never.isColored(onTerminal: true))
    #expect(!ColorChoice.auto.isColored(onTerminal: false))
  }
}

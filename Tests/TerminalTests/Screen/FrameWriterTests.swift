import Testing

@testable import Terminal

@Suite struct FrameWriterTests {
  private let size = ScreenSize(columns: 10, rows: 3)

  @Test("only the lines that changed are sent, at their places")
  func differences() {
    var writer = ScreenWriter(isColored: false)
    let first = writer.frame(["a", "b", "c"].map { ScreenLine($0) }, size: size)
    #expect(first == "\u{1b}[2J\u{1b}[1;1Ha\u{1b}[K\u{1b}[2;1Hb\u{1b}[K\u{1b}[3;1Hc\u{1b}[K")
    let second = writer.frame(["a", "x", "c"].map { ScreenLine($0) }, size: size)
    #expect(second == "\u{1b}[2;1Hx\u{1b}[K")
    #expect(writer.frame(["a", "x", "c"].map { ScreenLine($0) }, size: size) == "")
  }

  @Test("another size, and being asked to forget, draw everything anew")
  func anew() {
    var writer = ScreenWriter(isColored: false)
    _ = writer.frame([ScreenLine("a")], size: size)
    let wider = ScreenSize(columns: 11, rows: 3)
    #expect(writer.frame([ScreenLine("a")], size: wider) == "\u{1b}[2J\u{1b}[1;1Ha\u{1b}[K")
    writer.forget()
    #expect(writer.frame([ScreenLine("a")], size: wider) == "\u{1b}[2J\u{1b}[1;1Ha\u{1b}[K")
  }

  @Test("the last column is kept, and lines beyond the last row are not sent")
  func edges() {
    var writer = ScreenWriter(isColored: false)
    let lines = ["1234567890ab", "b", "c", "d"].map { ScreenLine($0) }
    let frame = writer.frame(lines, size: size)
    #expect(frame.contains("\u{1b}[1;1H123456789…\u{1b}[2;1Hb"))
    #expect(!frame.contains("d"))
  }

  @Test("colours end where their piece ends, cut or not")
  func colours() {
    var writer = ScreenWriter(isColored: true)
    var line = ScreenLine("warn", .warning)
    line.append("ing and more", .bad)
    let frame = writer.frame([line], size: size)
    #expect(frame.hasSuffix("\u{1b}[33mwarn\u{1b}[0m\u{1b}[31ming a…\u{1b}[0m"))
  }

  @Test("of a text without an end only the beginning is looked at")
  func endless() {
    let line = ScreenLine(String(repeating: "a", count: 1_000_000))
    #expect(line.columns == 2000)
  }

  @Test("foreign text cannot move the cursor, end its line or turn the direction")
  func hostile() {
    var writer = ScreenWriter(isColored: false)
    let wide = ScreenSize(columns: 200, rows: 3)
    let frame = writer.frame([ScreenLine("\u{1b}[2J\u{9b}31m\r\n\t\u{202e}\u{7}x")], size: wide)
    #expect(
      frame == "\u{1b}[2J\u{1b}[1;1H"
        + #"\u{1b}[2J\u{9b}31m\u{d}\u{a}\u{9}\u{202e}\u{7}x"# + "\u{1b}[K"
    )
  }

  @Test("a whole frame erases each row first, and what is below, and is always sent")
  func whole() {
    var writer = ScreenWriter(isColored: false)
    let rows = "\u{1b}[1;1H\u{1b}[Ka\u{1b}[2;1H\u{1b}[K1234567890\u{1b}[3;1H\u{1b}[K"
    let first = writer.wholeFrame(["a", "1234567890"], size: size)
    #expect(first == "\u{1b}[2J" + rows)
    #expect(writer.wholeFrame(["a", "1234567890"], size: size) == rows)
  }
}

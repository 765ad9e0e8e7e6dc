import Testing

@testable import Commands

@Suite struct ScreenFrameTests {
  private let size = ScreenSize(columns: 10, rows: 3)

  @Test("each row of a frame is erased before its text, and a new frame first erases the screen")
  func rows() {
    let rows = "\u{1b}[1;1H\u{1b}[Ka\u{1b}[2;1H\u{1b}[K1234567890\u{1b}[3;1H\u{1b}[K"
    let texts = ["a", "1234567890"]
    #expect(ScreenFrame.text(texts, size: size, isAnew: true) == "\u{1b}[2J" + rows)
    #expect(ScreenFrame.text(texts, size: size, isAnew: false) == rows)
  }

  @Test("lines beyond the last row are not sent")
  func edges() {
    let frame = ScreenFrame.text(["a", "b", "c", "d"], size: size, isAnew: false)
    #expect(frame.hasSuffix("c"))
  }
}

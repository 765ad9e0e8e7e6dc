import Testing

@testable import Commands

@Suite struct KeyDecoderTests {
  @Test(
    "bytes from a terminal are decoded into keys, even if they arrive one by one",
    arguments: [
      ("a", [.character("a")]), (" ", [.character(" ")]), ("\u{1b}[A", [.up]),
      ("\u{1b}OB", [.down]), ("\u{1b}[H", [.home]), ("\u{1b}[4~", [.end]),
      ("\u{1b}[5~", [.pageUp]), ("\u{1b}[6;2~", [.pageDown]), ("\u{1b}[1;5A", [.up]),
      ("q\u{1b}[Ax", [.character("q"), .up, .character("x")]),
    ] as [(String, [TerminalKey])]
  )
  func keys(text: String, keys: [TerminalKey]) {
    var whole = KeyDecoder()
    #expect(whole.keys(from: text.utf8) == keys)
    var pieces = KeyDecoder()
    #expect(text.utf8.flatMap { pieces.keys(from: [$0]) } == keys)
  }

  @Test(
    "bytes that are not a key do not affect the next key",
    arguments: [
      "\u{1b}[200~", "\u{1b}[<0;1;1M", "\u{1b}x", "\u{1b}\u{1b}[C", "\r", "\u{7f}", "é", "\u{0}",
      "\u{1b}[38;5;1m",
      "\u{1b}[" + String(repeating: "1;", count: 15) + "m",
    ]
  )
  func noKeys(text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: (text + "p").utf8).last == .character("p"))
  }

  @Test("an escape sequence that is too long is skipped")
  func endless() {
    var decoder = KeyDecoder()
    _ = decoder.keys(from: ("\u{1b}[" + String(repeating: "1", count: 100)).utf8)
    #expect(decoder.keys(from: "p".utf8) == [.character("p")])
  }
}

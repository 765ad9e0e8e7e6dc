import Formats
import Testing

@Suite struct CutTextTests {
  @Test(
    "text is cut at the first separator, even if a combining mark follows",
    arguments: [
      ("a,b,c", "a", "b,c"), (",", "", ""), ("a,", "a", ""), (",b", "", "b"),
      ("a,\u{301}b", "a", "\u{301}b"), ("\u{1F1E9}\u{1F1EA},b", "\u{1F1E9}\u{1F1EA}", "b"),
    ]
  )
  func cut(text: String, before: String, after: String) throws {
    let parts = try #require(text[...].cut(at: UInt8(ascii: ",")))
    #expect(
      [parts.before, parts.after].map { Array($0.utf8) } == [before, after].map { Array($0.utf8) }
    )
  }

  @Test("text without the separator is not cut", arguments: ["", "a", "a;b"])
  func whole(text: String) { #expect(text[...].cut(at: UInt8(ascii: ",")) == nil) }
}

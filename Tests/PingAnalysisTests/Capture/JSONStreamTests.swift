import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("JSON of captures")
struct JSONStreamTests {
  private func entry(_ text: String, pieceSize: Int = 1) throws -> CapturedJSON {
    let source = MemorySource(Array(text.utf8), pieceSize: pieceSize)
    var stream = JSONStream(CaptureBytes(source))
    return try stream.entry()
  }

  @Test(
    "values are what they say",
    arguments: [
      ("null", CapturedJSON.null), ("true", .bool(true)), ("-1.5e2", .number(-150)),
      ("\"a\\n\\u00e9\\/\"", .text("a\né/")), ("\"\\ud83d\\ude00\"", .text("😀")),
      ("\"\\ud83dx\"", .text("\u{FFFD}x")), ("\"\\ud83d\\n\"", .text("\u{FFFD}\n")),
      ("\"\\ud83d\\u0041\"", .text("\u{FFFD}A")), ("\"\\ude00\"", .text("\u{FFFD}")),
      (" [ 1 , [ ] ] ", .array([.number(1), .array([])])),
      (
        "{\"a\":{},\"a\":1}",
        .object([.init(name: "a", value: .object([])), .init(name: "a", value: .number(1))])
      ),
    ]
  )
  func values(_ text: String, _ value: CapturedJSON) throws {
    for pieceSize in [1, 3, .max] {
      #expect(try entry(text, pieceSize: pieceSize) == value)
    }
  }

  @Test("of a long text the first mebibyte is kept, and what follows it is read")
  func longText() throws {
    let text = String(repeating: "a", count: JSONStream.textLimit - 1)
    let value = try entry("[\"\(text)\\u00e9bc\", 1]", pieceSize: .max)
    let kept = try #require(value.elements.first?.text)
    #expect(kept == text + "\u{FFFD}")
    #expect(value.elements.last?.number == 1)
  }

  @Test("of members with one name the last counts")
  func last() throws { #expect(try entry("{\"a\":1,\"a\":2}")["a"]?.number == 2) }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", "{", "[", "\"", "\"a", "\"\\", "\"\\u12", "\"\\x\"", "{\"a\"}", "{\"a\":}", "[1,]",
      "[1 2]",
      "tru", "nan", "inf", "--1", "+1", "{1:2}", "\"a\nb\"", "1e", "0x10",
    ]
  )
  func refused(_ text: String) {
    let error = #expect(throws: CaptureError.self) { try entry(text) }
    #expect(error?.code == .malformed)
  }
}

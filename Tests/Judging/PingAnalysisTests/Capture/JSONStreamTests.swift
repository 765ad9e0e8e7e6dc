import Formats
import Testing
import TimedMetadata

@testable import PingAnalysis

@Suite("reading JSON in pieces")
struct JSONStreamTests {
  private func entry(_ text: String, pieceSize: Int = 1) throws -> JSONValue {
    let source = MemorySource(Array(text.utf8), pieceSize: pieceSize)
    var stream = JSONStream(CaptureBytes(source))
    return try stream.entry()
  }

  @Test(
    "values are parsed at any piece size",
    arguments: [
      ("null", JSONValue.null), ("true", .bool(true)), ("-1.5e2", .seconds(-150)),
      ("\"a\\n\\u00e9\\/\"", .string("a\né/")), ("\"\\ud83d\\ude00\"", .string("😀")),
      ("\"\\ud83dx\"", .string("\u{FFFD}x")), ("\"\\ud83d\\n\"", .string("\u{FFFD}\n")),
      ("\"\\ud83d\\u0041\"", .string("\u{FFFD}A")), ("\"\\ude00\"", .string("\u{FFFD}")),
      (" [ 1 , [ ] ] ", .array([.integer(1), .array([])])),
      (
        "{\"a\":{},\"a\":1}",
        .object([.init("a", .object([])), .init("a", .integer(1))])
      ),
    ]
  )
  func values(_ text: String, _ value: JSONValue) throws {
    for pieceSize in [1, 3, .max] {
      #expect(try entry(text, pieceSize: pieceSize) == value)
    }
  }

  @Test("a long string is cut at 1 MiB, and the values after it are read")
  func longText() throws {
    let text = String(repeating: "a", count: JSONStream.textLimit - 1)
    let value = try entry("[\"\(text)\\u00e9bc\", 1]", pieceSize: .max)
    #expect(value == .array([.string(text), .integer(1)]))
  }

  @Test(
    "the size limit of an entry applies to arrays, numbers and strings",
    arguments: ["[],", "0,", "\"\","]
  )
  func limit(_ part: String) {
    let text = "[" + String(repeating: part, count: JSONStream.entryLimit / part.utf8.count + 1)
    let error = #expect(throws: CaptureError.self) { try entry(text, pieceSize: .max) }
    #expect(error?.code == .tooLarge)
  }

  @Test(
    "text that is not valid JSON is refused",
    arguments: [
      "", "{", "[", "\"", "\"a", "\"\\", "\"\\u12", "\"\\x\"", "{\"a\"}", "{\"a\":}", "[1,]",
      "[1 2]",
      "tru", "nan", "inf", "--1", "+1", "{1:2}", "\"a\nb\"", "1e", "0x10", "01", "[}", "}", ",",
      "\u{1}",
    ]
  )
  func refused(_ text: String) {
    let error = #expect(throws: CaptureError.self) { try entry(text) }
    #expect(error?.code == .malformed)
  }
}

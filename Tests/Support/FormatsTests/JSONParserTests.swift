import Testing

@testable import Formats

@Suite struct JSONParserTests {
  @Test(
    "parsed JSON is written back unchanged",
    arguments: [
      "null", "[]", "{}", "[true,false,null]", "{\"a\":{\"b\":[1,-2,0]}}", "\"ä\\n\\\"\\\\\"",
      "9223372036854775807", "[8.567,300.0,-0.5]", "\"\\u0001\"",
    ]
  )
  func roundTrip(text: String) throws {
    #expect(try JSONValue(parsing: text.utf8).text == text)
  }

  @Test(
    "JSON escapes, numbers and white space are parsed, and lone surrogates become U+FFFD",
    arguments: [
      (#""\u00e4\/\b\f\r\t""#, JSONValue.string("ä/\u{8}\u{c}\r\t")),
      (#""\ud83d\ude00""#, .string("😀")), (#""\ud83dx""#, .string("\u{fffd}x")),
      (#""\ud83d\u0041""#, .string("\u{fffd}A")), ("1e2", .seconds(100)),
      ("9223372036854775808", .seconds(9_223_372_036_854_775_808)),
      (" \t\r\n[ 1 , 2 ] ", .array([.integer(1), .integer(2)])),
    ]
  )
  func values(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == value)
  }

  @Test(
    "invalid JSON is refused",
    arguments: [
      "", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "\"", "\"\\", "\"\\x\"",
      "\"\\u12\"", "01", "-", "1.", "1e", ".5", "+1", "nul", "truex", "1 2", "\"\n\"", "NaN",
    ]
  )
  func errors(text: String) {
    #expect(throws: JSONFault.self) { try JSONValue(parsing: text.utf8) }
  }

  @Test(
    "JSON that is nested too deeply is refused, and does not overflow the stack",
    arguments: ["[", "{\"a\":"]
  )
  func depth(text: String) {
    let bytes = Array(String(repeating: text, count: 100_000).utf8)
    #expect(throws: JSONFault.self) { try JSONValue(parsing: bytes) }
  }
}

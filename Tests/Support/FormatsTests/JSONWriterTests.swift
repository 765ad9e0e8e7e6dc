import Testing

@testable import Formats

@Suite struct JSONWriterTests {
  @Test(
    "values are written as compact JSON",
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
      (.integer(-9_223_372_036_854_775_808), "-9223372036854775808"),
      (.seconds(8.567), "8.567"), (.seconds(300), "300.0"), (.seconds(.nan), "null"),
      (.array([]), "[]"), (.object([]), "{}"),
      (.array([.integer(1), .array([.null])]), "[1,[null]]"),
      (.object([.init("b", .integer(1)), .init("a", .null)]), #"{"b":1,"a":null}"#),
    ] as [(JSONValue, String)]
  )
  func values(value: JSONValue, text: String) {
    #expect(value.text == text)
  }

  @Test(
    "strings are written with only the escapes that RFC 8259 requires",
    arguments: [
      (#"a"b\c"#, #""a\"b\\c""#), ("/cgi-bin/d", #""/cgi-bin/d""#),
      ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1f}\u{7f}", "\"\\u0000\\u001f\u{7f}\""),
      ("Grüße 日本 🎉", "\"Grüße 日本 🎉\""),
    ]
  )
  func strings(text: String, json: String) {
    #expect(JSONValue.string(text).text == json)
  }

  @Test("JSON keys are escaped like strings")
  func keys() {
    #expect(JSONValue.object([.init("a\"b", .null)]).text == #"{"a\"b":null}"#)
  }
}

import Testing

@testable import Formats

@Suite struct CSVTests {
  @Test(
    "CSV fields are quoted if RFC 4180 requires it",
    arguments: [
      (["a", "b c"], "a,b c\r\n"), (["a,b", ""], "\"a,b\",\r\n"),
      (["say \"hi\""], "\"say \"\"hi\"\"\"\r\n"), (["a\nb", "c\rd"], "\"a\nb\",\"c\rd\"\r\n"),
    ]
  )
  func quoting(fields: [String], line: String) {
    var bytes: [UInt8] = []
    CSV.append(fields, to: &bytes)
    #expect(bytes == Array(line.utf8))
  }

  @Test(
    "in CSV, simple values become plain text, and arrays become compact JSON",
    arguments: [
      (nil, ""), (.null, ""), (.string("a\"b"), "a\"b"), (.bool(true), "true"),
      (.seconds(1.5), "1.5"), (.array([.string("a")]), #"["a"]"#),
    ] as [(JSONValue?, String)]
  )
  func values(value: JSONValue?, text: String) {
    #expect(CSV.text(of: value) == text)
  }
}

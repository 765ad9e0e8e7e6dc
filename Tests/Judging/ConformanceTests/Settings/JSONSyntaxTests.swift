import Testing

@testable import Conformance

@Suite struct JSONSyntaxTests {
  @Test(
    "JSON has no fault",
    arguments: [
      "{}", "[]", " [1, -2.5e+3, true, false, null, \"a\\\"b\\u0041\"] \n", "0", "\"\"",
      #"{"a": {"b": [{}, []]}, "c": 1E2}"#,
    ]
  )
  func right(text: String) {
    #expect(JSONSyntax.fault(in: Array(text.utf8)) == nil)
  }

  @Test(
    "the first byte that cannot stand there is found",
    arguments: [
      ("", 1, 1), ("{", 1, 2), ("{\"a\" 1}", 1, 6), ("{\"a\":1,}", 1, 8), ("[1,\n 2,\n x]", 3, 2),
      ("tru", 1, 4), ("{\n\"a\": trux\n}", 2, 9), ("1 2", 1, 3), ("\"a\nb\"", 1, 3), ("[1.]", 1, 4),
      ("-", 1, 2), ("1e", 1, 3), ("\"\\", 1, 3), ("{1:2}", 1, 2),
    ]
  )
  func wrong(text: String, line: Int, column: Int) {
    #expect(JSONSyntax.fault(in: Array(text.utf8)) == .init(line: line, column: column))
  }

  @Test(
    "a name that stands twice in one object is found, in two it is none",
    arguments: [
      (#"{"a": 1, "a": 2}"#, "a", 10), (#"{"a": {"b": 1, "b": 2}, "a": 3}"#, "b", 16),
      (#"[{"": 1, "": 2}]"#, "", 10), (#"{"a": {"a": [{"a": 1}, {"a": 1}]}}"#, nil, nil),
      (#"{"a": 1, "a": }"#, nil, nil),
    ] as [(String, String?, Int?)]
  )
  func repetition(text: String, name: String?, column: Int?) {
    let found = JSONSyntax.repetition(in: Array(text.utf8))
    #expect(found?.name == name)
    #expect(found?.place == column.map { .init(line: 1, column: $0) })
  }

  @Test("nesting without end is a fault, not an overflow of the stack")
  func nesting() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(JSONSyntax.fault(in: deep) == .init(line: 1, column: 101))
  }
}

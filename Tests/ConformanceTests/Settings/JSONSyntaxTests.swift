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

  @Test("nesting without end is a fault, not an overflow of the stack")
  func nesting() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(JSONSyntax.fault(in: deep) == .init(line: 1, column: 101))
  }
}

import Testing

@testable import Formats

@Suite struct JSONValueTests {
  private let value = JSONValue.object([
    .init("tag", .object([.init("size", .integer(271))])), .init("time", .null),
  ])

  @Test(
    "a dotted path finds a nested member",
    arguments: [("tag.size", .integer(271)), ("time", .null)] as [(String, JSONValue)]
  )
  func found(path: String, expected: JSONValue) {
    #expect(value[path: path] == expected)
  }

  @Test(
    "a path to a missing member gives nil",
    arguments: ["missing", "tag.missing", "time.size", "tag.size.more"]
  )
  func missing(path: String) {
    #expect(value[path: path] == nil)
  }

  @Test("a nil string, number or boolean becomes the JSON value null")
  func absent() {
    #expect(JSONValue(nil as String?) == .null)
    #expect(JSONValue(nil as Int?) == .null)
    #expect(JSONValue(nil as Bool?) == .null)
    #expect(JSONValue(seconds: nil) == .null)
  }

  @Test("an integer beyond the range of Int64 is clamped")
  func clamped() {
    #expect(JSONValue(UInt64.max) == .integer(.max))
  }
}

import Foundation
import Testing

@testable import NielsenAppApi

@Suite("arguments of calls")
struct ArgumentObjectTests {
  static func read(_ argument: Any) -> ArgumentObject? {
    ArgumentObject(CallArgument(argument), knownKeys: ["appid", "adModel"])
  }

  @Test("every kind of dictionary and a JSON text are read as the same values")
  func forms() {
    let expected = ["a": "x", "b": " Y "]
    #expect(Self.read(expected)?.values == expected)
    #expect(Self.read(expected as [String: Any])?.values == expected)
    #expect(Self.read(expected as [AnyHashable: Any])?.values == expected)
    #expect(Self.read(NSDictionary(dictionary: expected))?.values == expected)
    #expect(Self.read(NSMutableDictionary(dictionary: expected))?.values == expected)
    #expect(Self.read("{\"a\":\"x\",\"b\":\" Y \"}")?.values == expected)
  }

  @Test(
    "numbers and Bools become text with a warning, null is absent, and other values are dropped"
  )
  func values() throws {
    let swift: [String: Any] = [
      "i": 123, "u": UInt8(7), "d": 0.5, "w": 3.0, "f": Float(0.25), "t": true, "n": NSNull(),
      "o": Optional<String>.none as Any, "a": [1], "m": ["x": 1],
    ]
    let objects: NSDictionary = [
      "i": NSNumber(value: 123), "u": NSNumber(value: 7), "d": NSNumber(value: 0.5),
      "w": NSNumber(value: 3.0), "f": NSNumber(value: 0.25), "t": NSNumber(value: true),
      "n": NSNull(), "a": NSArray(), "m": NSDictionary(),
    ]
    let text = """
      {"i":123,"u":7,"d":0.5,"w":3.0,"f":0.25,"t":true,"n":null,"a":[1,[2]],"m":{"x":{}}}
      """
    for argument in [swift, objects, text] as [Any] {
      let object = try #require(Self.read(argument))
      #expect(
        object.values == ["i": "123", "u": "7", "d": "0.5", "w": "3", "f": "0.25", "t": "true"]
      )
      #expect(object.warnings.count == 8)
    }
  }

  @Test(
    "an NSNumber of 0 or 1 stays a number, a Bool stays a Bool, and a Float of 0.1 becomes 0.1"
  )
  func scalars() {
    let values: [(Any, String)] = [
      (0, "0"), (1, "1"), (true, "true"), (false, "false"), (NSNumber(value: 0), "0"),
      (NSNumber(value: 1), "1"), (NSNumber(value: true), "true"),
      (NSNumber(value: false), "false"), (Float(0.1), "0.1"), (NSNumber(value: Float(0.1)), "0.1"),
      (0.1, "0.1"), (NSNumber(value: 0.1), "0.1"), (UInt64.max, "18446744073709551615"),
      (NSNumber(value: UInt64.max), "18446744073709551615"), (Bool?.some(true) as Any, "true"),
    ]
    for (value, text) in values { #expect(ArgumentScalar(value) == .converted(text)) }
  }

  @Test("an argument that is not an object is rejected")
  func refused() {
    for argument in [
      "", "{", "[]", "\"x\"", "5", "null", "{\"a\":1", "{\"a\":1}x", 5, [1], [1: "x"],
      String(repeating: "[", count: 100_000), "{\"a\":" + String(repeating: "[", count: 100_000),
    ] as [Any] {
      #expect(Self.read(argument) == nil)
    }
  }

  @Test("a known key in the wrong case is kept with a warning")
  func wrongCase() throws {
    let object = try #require(Self.read(["AppID": "x", "other": "y"]))
    #expect(object["AppID"] == "x")
    #expect(object["appid"] == nil)
    #expect(object.warnings == ["the key 'AppID' is unknown: write 'appid'"])
  }

  @Test("UTF-8 in keys and values is unchanged")
  func text() { #expect(Self.read("{\"ä\":\"\\u00e9😀\"}")?["ä"] == "é😀") }
}

import Formats
import Testing

@Suite struct LocatedJSONTests {
  @Test("JSON values and members have the numbers of the lines on which they begin")
  func lines() throws {
    let json = try LocatedJSON(parsing: Array("\u{FEFF}\n{\"a\":\n [1, \"ä\",\n null]}".utf8))
    guard case .object(let members) = json.value, let member = members.first,
      case .array(let elements) = member.value.value
    else {
      Issue.record("not the object that was written")
      return
    }
    #expect([json.line, member.line, member.value.line] == [2, 2, 3])
    #expect(elements.map(\.line) == [3, 3, 4])
    #expect(member.name == "a")
  }

  @Test(
    "a JSON fault has a kind, a position and a line",
    arguments: [
      ("", .ended, 0, 1), ("[1,\n x]", .noValue, 5, 2), ("nul", .unknownWord, 3, 1),
      ("1 2", .trailing, 2, 1), ("{1: 2}", .nameMissing, 1, 1), ("{\"a\" 1}", .colonMissing, 5, 1),
      ("{\"a\": 1", .braceMissing, 7, 1), ("[1 2]", .bracketMissing, 3, 1),
      ("{\"a\": 1,\n\"a\": 2}", .nameRepeated, 12, 2), ("-01", .leadingZero, 2, 1),
      ("1.", .fractionMissing, 2, 1), ("1e+", .exponentMissing, 3, 1),
      ("\"a\n\"", .controlInText, 2, 1), ("\"a", .textEnds, 2, 1),
      ("\"\\x\"", .unknownEscape, 3, 1),
      ("\"\\u12\"", .hexadecimalMissing, 5, 1), ("\"\\ud83d\"", .halfCharacter, 7, 1),
    ] as [(String, JSONFault.Problem, Int, Int)]
  )
  func faults(text: String, problem: JSONFault.Problem, offset: Int, line: Int) {
    let fault = #expect(throws: JSONFault.self) { try LocatedJSON(parsing: Array(text.utf8)) }
    #expect(fault?.problem == problem)
    #expect(fault?.offset == offset)
    #expect(fault?.line == line)
  }

  @Test("strict parsing refuses JSON that is not UTF-8, or is nested deeper than 32 levels")
  func strictness() {
    let fault = #expect(throws: JSONFault.self) { try LocatedJSON(parsing: [0x22, 0xff, 0x22]) }
    #expect(fault?.problem == .notUTF8)
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    let depth = #expect(throws: JSONFault.self) { try LocatedJSON(parsing: deep) }
    #expect(depth?.problem == .tooDeep)
    #expect(depth?.offset == 32)
  }
}

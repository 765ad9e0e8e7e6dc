import Results
import Testing

@testable import Reports

@Suite struct RecordReaderTests {
  @Test("each kind of record is recognised by its fields")
  func kinds() throws {
    let lines = [Records.check("a"), Records.tag("a", 0, time: 1), Records.ping("a", 0, time: 2)]
    let records = try lines.map { ReportRecord(try JSONValue(parsing: $0.utf8)) }
    guard case .check = records[0], case .tag = records[1], case .ping = records[2] else {
      Issue.record("\(records)")
      return
    }
    #expect(records.allSatisfy { $0?.input == "a" })
  }

  @Test("a broken line is named with its number, and the others are read")
  func brokenLines() throws {
    var problems: [String] = []
    let report = try Records.report(
      [Records.check("a"), "{\"input\":", "{\"input\":\"x\"}", "17", "", Records.check("b")]
    ) { problems.append($0) }
    #expect(report.inputs.map(\.name) == ["a", "b"])
    #expect(
      problems == [
        "test: line 2 is no JSON (it ends too early at byte 9): give the JSON Lines of extract, "
          + "check or pings",
        "test: line 3 is no record of extract, check or pings: leave it out",
        "test: line 4 is no record of extract, check or pings: leave it out",
      ]
    )
  }

  @Test("many broken lines are not told one by one")
  func manyBrokenLines() throws {
    var problems: [String] = []
    _ = try Records.report(Array(repeating: "x", count: 15)) { problems.append($0) }
    #expect(problems.count == 11)
    #expect(problems.last == "test: 5 more lines like these: see the first ones")
  }

  @Test(
    "an array as --format json writes it is read like lines",
    arguments: ["[\n%a,\n%b\n]\n", "[%a,%b]", " %a \r\n\t%b\r\n"]
  )
  func arrays(form: String) throws {
    let text = form.replacing("%a", with: Records.check("a"))
      .replacing("%b", with: Records.check("b"))
    let report = try Records.report([text]) { Issue.record("\($0)") }
    #expect(report.inputs.map(\.name) == ["a", "b"])
  }
}

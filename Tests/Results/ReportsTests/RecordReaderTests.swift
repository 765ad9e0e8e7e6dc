import Formats
import Testing

@testable import Reports

@Suite struct RecordReaderTests {
  @Test("each kind of record is recognized by its fields")
  func kinds() throws {
    let lines = [Records.check("a"), Records.tag("a", 0, time: 1), Records.ping("a", 0, time: 2)]
    let records = try lines.map { ReportRecord(try JSONValue(parsing: $0.utf8)) }
    guard case .check = records[0], case .tag = records[1], case .ping = records[2] else {
      Issue.record("\(records)")
      return
    }
    #expect(records.allSatisfy { $0?.input == "a" })
  }

  @Test("a broken line is reported with its number, and the other lines are read")
  func brokenLines() throws {
    var problems: [String] = []
    let report = try Records.report(
      [Records.check("a"), "{\"input\":", "{\"input\":\"x\"}", "17", "", Records.check("b")]
    ) { problems.append($0) }
    #expect(report.inputs.map(\.name) == ["a", "b"])
    #expect(
      problems == [
        "test: line 2 is not JSON (the JSON text ends too early at byte 9): use JSON Lines written by id3tap",
        "test: line 3 is not a record of id3tap: remove the line",
        "test: line 4 is not a record of id3tap: remove the line",
      ]
    )
  }

  /// Lines as `watch` and `collect` write them.
  static let others = [
    #"{"event":"alarm","at":"2026-01-01T00:00:00Z","input":"udp://a:1","alarm":"gap"}"#,
    #"{"event":"listening","url":"http://127.0.0.1:1","host":"127.0.0.1","port":1,"db":"x"}"#,
    #"{"event":"alarm","at":"2026-01-01T00:00:01Z","input":"udp://a:1","alarm":"gap"}"#,
  ]

  @Test("lines of other commands are counted in one notice, and are not reported as problems")
  func otherLines() throws {
    var notes: [String] = []
    let builder = ReportBuilder()
    let reader = RecordReader(builder) {
      Issue.record("\($0)")
    } notice: {
      notes.append($0)
    }
    reader.begin("test")
    let tag = Records.tag("udp://a:1", 0, time: 1)
      .replacing("{\"input\"", with: "{\"event\":\"tag\",\"at\":\"x\",\"input\"")
    let collected = #"{"input":"db","index":0,"product":"other","type":null,"url":"/x"}"#
    let item =
      #"{"input":"app.har","id":"clock","status":"passed","evidence":[1],"evidenceCount":1}"#
    let hop = #"{"event":"hop","tap":null,"hop":{"from":"a","to":"b"},"incident":null}"#
    let lines = Self.others + [item, tag, hop, collected, Records.check("a")]
    try reader.append(Array(lines.joined(separator: "\n").utf8)[...])
    try reader.finish()
    #expect(
      notes == [
        "test: 5 lines are not used in a report and were skipped: 2 alarm event, 1 hop event, "
          + "1 item of rehearse, 1 listening event"
      ]
    )
    #expect(reader.count == 3)
    #expect(builder.finish().inputs.map(\.name) == ["udp://a:1", "db", "a"])
  }

  @Test("rows of explain are tags and pings, and their faults are findings")
  func explained() throws {
    let tag = #"""
      {"input":"a","index":0,"time":9.9,"title":"ID3v2.4.0 tag","fields":[],"findings":["too short"]}
      """#
    let ping = #"""
      {"input":"a","index":1,"place":null,"sentAt":null,"url":"/x","endpoint":"/x","product":"dtvr",\#
      "type":null,"fields":[],"findings":[{"rule":"ping-ci","severity":"warning","field":"ci",\#
      "message":"is empty"}]}
      """#
    let report = try Records.report([tag, ping, tag, ping]) { Issue.record("\($0)") }
    let input = try #require(report.inputs.first)
    #expect(input.status == .notChecked)
    #expect(input.explained.tags == 1)
    #expect(input.pings.total == 1)
    #expect(
      input.findings.map { "\($0.rule) \($0.severity) \($0.message)" }
        == ["explain error tag #0: too short", "ping-ci warning ping #1: is empty"]
    )
  }

  @Test("results of compare have a section in pages and tickets, and are counted")
  func comparisons() throws {
    let line = #"""
      {"expected":"<e>","actual":"a.har","verdict":"different","sessions":1,"pings":{"expected":27,\#
      "actual":26,"matched":26,"other":0},"tolerance":1.0,"ignored":[],"differences":[{"kind":"missing",\#
      "product":"dtvr","type":"duration","session":1,"time":1.0,"field":null,"expected":null,"seen":null,\#
      "count":1,"place":"line 3","message":"no ping came","cause":"the app stopped"}]}
      """#
    let same = line.replacing("a.har", with: "b.har").replacing("different\"", with: "same\"")
    let report = try Records.report([line, same, line]) { Issue.record("\($0)") }
    #expect(report.comparisons.count == 2)
    #expect(report.comparisons.different == 1)
    let page = try written { try HTMLReport(report).write(to: $0) }
    #expect(page.contains("1 of 2 comparisons of pings differs."))
    #expect(page.contains("27 pings expected, 26 seen, 26 matched; expected: &lt;e&gt;"))
    #expect(page.contains("<p>no ping came [line 3]</p>"))
    let markdown = MarkdownReport(report).text
    #expect(
      markdown.contains("- **missing** no ping came \\[line 3\\]; likely: the app stopped\n")
    )
    let junit = try written { try JUnitReport(report).write(to: $0) }
    #expect(junit.contains("<failure message=\"1 difference\">missing: no ping came"))
    #expect(junit.contains("<testsuite name=\"b.har\" tests=\"1\" failures=\"0\""))
  }

  @Test("only the first ten broken lines are reported one by one")
  func manyBrokenLines() throws {
    var problems: [String] = []
    _ = try Records.report(Array(repeating: "x", count: 15)) { problems.append($0) }
    #expect(problems.count == 11)
    #expect(problems.last == "test: 5 more invalid lines: see those reported above")
  }

  @Test(
    "an array written by --format json is read like lines",
    arguments: ["[\n%a,\n%b\n]\n", "[%a,%b]", " %a \r\n\t%b\r\n"]
  )
  func arrays(form: String) throws {
    let text = form.replacing("%a", with: Records.check("a"))
      .replacing("%b", with: Records.check("b"))
    let report = try Records.report([text]) { Issue.record("\($0)") }
    #expect(report.inputs.map(\.name) == ["a", "b"])
  }
}

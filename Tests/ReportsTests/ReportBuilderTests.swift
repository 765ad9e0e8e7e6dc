import Conformance
import Results
import Testing

@testable import Reports

@Suite struct ReportBuilderTests {
  @Test("records of an input belong together in any order")
  func anyOrder() throws {
    let lines = [
      Records.check("a"), Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 20),
      Records.ping("a", 0, time: 15), Records.check("b", verdict: "fail", data: 5),
    ]
    for order in [[0, 1, 2, 3, 4], [3, 1, 4, 2, 0], [1, 3, 2, 0, 4]] {
      let report = try Records.report(order.map { lines[$0] })
      let input = try #require(report.inputs.first { $0.name == "a" })
      #expect(input.verdict == .pass)
      #expect(input.tags == TagCounts(data: 30, info: 1, other: 2))
      #expect(input.lanes.count == 1)
      #expect(input.lanes[0].tags.points.map(\.time) == [10, 20])
      #expect(input.lanes[0].strip?.marks == Array("di..!d".utf8))
      #expect(input.pings.total == 1)
      #expect(report.totals.inputs == 2)
      #expect(report.totals.tags.data == 35)
      #expect(report.totals.verdicts == [.pass: 1, .fail: 1])
    }
  }

  @Test("tags alone give presence, times and the longest gap, and no verdict")
  func tagsAlone() throws {
    let report = try Records.report([
      Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 12, kind: "info"),
      Records.tag("a", 2, time: 50.5),
    ])
    let input = try #require(report.inputs.first)
    #expect(input.verdict == nil)
    #expect(input.tags == TagCounts(data: 2, info: 1))
    #expect(input.firstTag == 10 && input.lastTag == 50.5 && input.longestGap == 40.5)
    #expect(input.lanes[0].tags.gaps == [TagSeries.Gap(start: 10, end: 50.5)])
  }

  @Test("an input that was read again replaces what was read before")
  func again() throws {
    let once = [Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 20)]
    let report = try Records.report(
      once + once + [Records.check("a"), Records.check("a", data: 9)]
    )
    #expect(report.inputs.count == 1)
    #expect(report.inputs[0].lanes[0].tags.data == 2)
    #expect(report.inputs[0].tags.data == 9)
  }

  @Test("beyond the capacity inputs are counted and not listed")
  func capacity() throws {
    let builder = ReportBuilder(inputCapacity: 2, weightCapacity: 1 << 20)
    for name in ["a", "b", "c", "d"] {
      let line = Records.check(name, verdict: name == "d" ? "fail" : "pass")
      builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
    }
    let report = builder.finish()
    #expect(report.inputs.map(\.name) == ["a", "b"])
    #expect(report.unlistedInputs == 2)
    #expect(report.totals.inputs == 4)
    #expect(report.totals.verdicts == [.pass: 3, .fail: 1])
  }

  @Test("what weighs too much keeps its numbers, passed inputs first")
  func weight() throws {
    let builder = ReportBuilder(inputCapacity: 100, weightCapacity: 6000)
    let lines = (0..<20).flatMap { index in
      [
        Records.check(
          "\(index)",
          verdict: index == 0 ? "fail" : "pass",
          findings: Records.finding()
        ), Records.ping("\(index)", 0, time: 1),
      ]
    }
    for line in lines {
      builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
    }
    let report = builder.finish()
    #expect(report.reducedInputs > 0 && report.reducedInputs < 20)
    #expect(!report.inputs[0].isReduced && report.inputs[1].isReduced)
    #expect(report.inputs[1].findings.isEmpty)
    #expect(report.totals.findings == [.error: 20])
    #expect(report.totals.pings == 20)
  }

  @Test("numbers of hostile records do no harm")
  func hostileNumbers() throws {
    let line = Records.check("a", data: .max, gap: "1e400", findings: Records.finding(count: .max))
    let twice = [line, line.replacing("\"a\"", with: "\"b\"")]
    let report = try Records.report(twice)
    #expect(report.inputs.count == 2)
  }
}

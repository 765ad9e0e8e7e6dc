import Conformance
import Records
import Testing

/// The length of the output of `check` on a terminal.
@Suite struct CheckLengthTests {
  @Test(
    "17 inputs, some of which fail, take at most 60 lines, including a line with the counts",
    arguments: [80, 120]
  )
  func lines(width: Int) throws {
    let (passing, failing) = (try SampleReports.passing(), try SampleReports.failing())
    // As in a folder of recordings, a third of the inputs have a fault, and one input cannot be read.
    let reports = (0..<16).map { $0 % 3 == 0 ? failing : passing } + [SampleReports.unreadable()]
    var rows = RowRenderer<CheckRow>(
      format: .table,
      style: TableStyle(namesInputs: true, width: width)
    )
    var bytes: [UInt8] = []
    var counts = VerdictCounts()
    var explained: Set<RuleID> = []
    for report in reports {
      counts.count(report.verdict)
      let row = CheckRow(report, explained: explained)
      rows.append(row, to: &bytes)
      explained.formUnion(row.explains)
    }
    rows.finish(to: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    // Below these lines the command writes an empty line, the counts and a disclaimer.
    #expect(lines.count + 3 <= 60, "\(text)")
    #expect(counts.line(TableStyle()).hasPrefix("17 inputs: 1 unreadable, 6 fail"))
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.count { $0.hasPrefix("clean.ts") } == 10)
  }
}

import Documents
import Testing

/// How much `check` prints for a terminal.
@Suite struct CheckLengthTests {
  @Test(
    "17 inputs, some of which fail, take at most 60 lines, and a last line counts them",
    arguments: [80, 120]
  )
  func lines(width: Int) throws {
    let (passing, failing) = (try SampleReports.passing(), try SampleReports.failing())
    // As in a folder of recordings: a third has a fault, one cannot be read.
    let reports = (0..<16).map { $0 % 3 == 0 ? failing : passing } + [SampleReports.unreadable()]
    let text = SampleReports.text(reports, .table, TableStyle(width: width))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 60, "\(text)")
    #expect(lines.suffix(2).contains { $0.hasPrefix("17 inputs") }, "\(text)")
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.count { $0.hasPrefix("clean.ts") } == 10)
  }
}

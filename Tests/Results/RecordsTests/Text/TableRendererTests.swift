import Testing

@testable import Records

@Suite struct TableRendererTests {
  @Test("columns are aligned under their headings")
  func alignment() {
    let rows = [SampleRow(), SampleRow(time: 1234.5, kind: nil, details: nil)]
    #expect(
      SampleRow.text(rows, .table) == """
          TIME  KIND   DETAILS
           1.5  data   all well
        1234.5  -

        """
    )
  }

  @Test("a cell that is too long moves the rest of its line, and no text is lost")
  func longCell() {
    #expect(
      SampleRow.text([SampleRow(kind: "packed-audio")], .table) == """
          TIME  KIND   DETAILS
           1.5  packed-audio  all well

        """
    )
  }

  @Test("the rows of each input are below its name if the style requests it")
  func inputs() {
    let rows = [SampleRow(), SampleRow(), SampleRow(input: "b\u{1b}.ts")]
    #expect(
      SampleRow.text(rows, .table, TableStyle(namesInputs: true)) == """
          TIME  KIND   DETAILS
        a.ts
           1.5  data   all well
           1.5  data   all well
        b\\u{1b}.ts
           1.5  data   all well

        """
    )
  }

  @Test("a last cell without room next to the others has its own line, cut to the terminal's width")
  func ownLine() {
    let rows = [SampleRow(details: "all well that ends well")]
    let text = SampleRow.text(rows, .table, TableStyle(width: 22))
    #expect(text.hasSuffix("\n   1.5  data\n    all well that end…\n"))
    let short = SampleRow.text([SampleRow(details: "well")], .table, TableStyle(width: 22))
    #expect(short.hasSuffix("\n   1.5  data   well\n"))
  }

  @Test(
    "the last cell is cut to the width of the terminal",
    arguments: [
      (nil, "all well that ends well"), (38, "all well that ends well"), (29, "all well that…"),
      (12, "all well that ends well"),
    ] as [(Int?, String)]
  )
  func width(width: Int?, details: String) {
    let text = SampleRow.text(
      [SampleRow(details: "all well that ends well")],
      .table,
      TableStyle(width: width)
    )
    #expect(text.split(separator: "\n").last == "   1.5  data   \(details)")
  }

  @Test("control characters of a stream never reach the terminal")
  func hostileText() {
    let text = SampleRow.text([SampleRow(details: "\u{1b}[2J\r\u{9b}\u{202e}")], .table)
    #expect(text.hasSuffix("  \\u{1b}[2J\\u{d}\\u{9b}\\u{202e}\n"))
  }

  @Test("colour appears only if the style requests it")
  func color() {
    let plain = SampleRow.text([SampleRow()], .table)
    let colored = SampleRow.text([SampleRow()], .table, TableStyle(isColored: true))
    #expect(!plain.contains("\u{1b}"))
    #expect(colored.contains("\u{1b}[36mdata\u{1b}[0m   \u{1b}[33mall well\u{1b}[0m\n"))
  }
}

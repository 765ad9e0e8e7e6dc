import Testing

@testable import Records

@Suite struct RowRendererTests {
  private let first = #"{"input":"a.ts","time":1.5,"tag":{"kind":"data","list":[1,null]}}"#
  private let second = #"{"input":"a.ts","time":null,"tag":{"kind":null,"list":[1,null]}}"#
  private let rows = [SampleRow(), SampleRow(time: nil, kind: nil)]

  @Test("JSON Lines has one object per line")
  func jsonLines() {
    #expect(SampleRow.text(rows, .jsonl) == "\(first)\n\(second)\n")
  }

  @Test("JSON is a single array")
  func json() {
    #expect(SampleRow.text(rows, .json) == "[\n\(first),\n\(second)\n]\n")
  }

  @Test("CSV has a header, whose names have underscores instead of dots")
  func csv() {
    #expect(
      SampleRow.text(rows, .csv)
        == "input,time,tag_kind,tag_list\r\na.ts,1.5,data,\"[1,null]\"\r\na.ts,,,\"[1,null]\"\r\n"
    )
  }

  @Test("the URL format skips rows without a URL")
  func urls() {
    let rows = [SampleRow(url: "https://a.invalid/?x=1"), SampleRow(), SampleRow(url: "b\nc")]
    #expect(SampleRow.text(rows, .url) == "https://a.invalid/?x=1\nb\\u{a}c\n")
  }

  @Test(
    "the output of each format is valid even without rows",
    arguments: [
      (.json, "[]\n"), (.jsonl, ""), (.csv, "input,time,tag_kind,tag_list\r\n"), (.table, ""),
      (.url, ""),
    ] as [(OutputFormat, String)]
  )
  func empty(format: OutputFormat, text: String) {
    #expect(SampleRow.text([], format) == text)
  }
}

import Formats
import Foundation
import System
import Testing

@testable import Reports

@Suite struct FormatTests {
  private let lines = [
    Records.check("good|one.ts"),
    Records.check(
      "bad \"two\".ts",
      verdict: "fail",
      data: 5,
      gap: "40.0",
      rules: Records.gapRule,
      findings: Records.finding(message: "no DATA tag <here>", count: 2)
    ),
    Records.tag("third.ts", 0, time: 10), Records.ping("third.ts", 0, time: 11),
  ]

  @Test("the Markdown report has the summary, the inputs, and the findings with their positions")
  func markdown() throws {
    let text = try MarkdownReport(Records.report(lines)).text
    #expect(
      text == """
        # Nielsen ID3 tag report

        **1 of 3 inputs has a problem. 1 fails. 1 is clean; 1 was not checked. Fix first: Gap in the tags \
        (`cadence-gap`), in 1 input.**

        - 3 inputs: 1 fail, 1 not checked, 1 pass
        - 3 with Nielsen tags: 36 DATA, 2 INFO
        - 0:10:20 of content (h:mm:ss), longest gap 40.0 s
        - 2 errors, 0 warnings

        ## Inputs

        | Verdict | Input | DATA | INFO | Length | Longest gap | Errors | Warnings |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        | ✕ fail | bad "two".ts | 5 | 1 | 0:05:10 | 40.0 s | 2 | 0 |
        | – not checked | third.ts | 1 | 0 | – | – | 0 | 0 |

        <details><summary>1 input passed</summary>

        | Verdict | Input | DATA | INFO | Length | Longest gap | Errors | Warnings |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        | ✓ pass | good\\|one.ts | 30 | 1 | 0:05:10 | 10.0 s | 0 | 0 |

        </details>

        ## Findings

        ### bad "two".ts

        - **error** Gap in the tags (`cadence-gap`) at 0:01:58.5 · byte 3,384 · program 1 · PID 0x102 (258): no DATA tag \
        \\<here\\> (2 like this)
          - **to do:** Look.

        Made by id3tap: independent software, not affiliated with Nielsen. It certifies nothing.

        """
    )
  }

  @Test("the JUnit report has a suite for each input")
  func junit() throws {
    let report = try Records.report(lines)
    let text = try written { try JUnitReport(report).write(to: $0) }
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="id3tap report" tests="3" failures="1" errors="0" skipped="1" time="620.4">
          <testsuite name="good|one.ts" tests="1" failures="0" errors="0" skipped="0" time="310.2">
            <testcase name="passed (1)" classname="good|one_ts" time="310.2"/>
          </testsuite>
          <testsuite name="bad &quot;two&quot;.ts" tests="1" failures="1" errors="0" skipped="0" \
        time="310.2">
            <testcase name="cadence-gap" classname="bad &quot;two&quot;_ts" time="310.2"><failure \
        type="cadence-gap" message="no DATA tag &lt;here&gt;">error cadence-gap  118.500 s  byte 3384  PID 0x102  no DATA tag \
        &lt;here&gt; (2 like this)&#10;→ Look.</failure></testcase>
          </testsuite>
          <testsuite name="third.ts" tests="1" failures="0" errors="0" skipped="1">
            <testcase name="check" classname="third_ts" time="0"><skipped message="not checked"/></testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test("the CSV report has a file for each table")
  func csv() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let tables = try CSVTables(folder: OutputFolder(path))
    let reader = RecordReader(tables) { Issue.record("\($0)") }
    reader.begin("test")
    try reader.append(Array(lines.joined(separator: "\n").utf8)[...])
    try reader.finish()
    try tables.finish()
    let counts = try ["inputs", "streams", "tags", "rules", "findings", "pings"].map { name in
      try String(contentsOfFile: "\(path)/\(name).csv", encoding: .utf8).split(separator: "\r\n")
        .count
    }
    #expect(counts == [3, 3, 2, 3, 2, 2])
    let findings = try String(contentsOfFile: "\(path)/findings.csv", encoding: .utf8)
    #expect(
      findings == """
        input,rule,severity,time,wallClock,rendition,segment,offset,program,pid,message,remedy,count,\
        lastTime\r
        "bad ""two"".ts",cadence-gap,error,118.5,,,,3384,1,258,no DATA tag <here>,Look.,2,\r

        """
    )
  }

  @Test(
    "the CSV report has remarks of rules, fields of databases, and tables for compare and explain"
  )
  func moreCSV() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: "\(path)/\(name).csv", encoding: .utf8)
    }
    let tables = try CSVTables(folder: OutputFolder(path))
    let reader = RecordReader(tables) { Issue.record("\($0)") }
    reader.begin("test")
    let rule = Records.gapRule.dropLast() + #","remark":"seen, and judged"}"#
    let lines = [
      Records.check("a", rules: String(rule)),
      #"{"expected":"e","actual":"s","verdict":"different","differences":[{"kind":"missing"}]}"#,
      #"{"input":"x","index":0,"time":1.5,"title":"t","fields":[],"findings":["bad"]}"#,
    ]
    try reader.append(Array(lines.joined(separator: "\n").utf8)[...])
    try reader.finish()
    let stored = #"{"input":"d","verdict":null,"state":"done","kind":"file","size":9,"bytes":8}"#
    try tables.take(.input(.init(try JSONValue(parsing: stored.utf8))))
    try tables.finish()
    #expect(try text("rules").hasSuffix("a,cadence-gap,fail,1,,0,,\"seen, and judged\"\r\n"))
    #expect(try text("inputs").hasPrefix("input,verdict,"))
    #expect(try text("inputs").contains(",state,kind,size,bytes,pings_without_gaps,title\r\n"))
    #expect(try text("inputs").hasSuffix(",done,file,9,8,,\r\n"))
    #expect(try text("comparisons").hasSuffix("\r\ne,s,different,,,,,,,,\r\n"))
    #expect(try text("differences").hasSuffix("\r\ns,missing,,,,,,,,,,,\r\n"))
    #expect(try text("explained").contains("\r\nx,0,1.5,t,"))
  }

  @Test(
    "numbers are written for human readers",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")]
  )
  func counts(number: Int, text: String) {
    #expect(Quantity.count(number) == text)
  }

  @Test("small shares are not rounded to 0 % and large shares not to 100 %")
  func shares() {
    #expect(Quantity.share(1, of: 100_000) == "under 0.1 %")
    #expect(Quantity.share(99_999, of: 100_000) == "over 99.9 %")
    #expect(Quantity.share(1, of: 3) == "33.3 %")
    #expect(Quantity.share(2, of: 2) == "100 %")
    #expect(Quantity.share(0, of: 0) == "0 %")
  }
}

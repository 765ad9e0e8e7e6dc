import Formats
import GRDB
import ID3
import RecordSamples
import Testing

@testable import Records
@testable import TimedMetadata

@Suite("records read from the database")
struct RecordLinesTests {
  private let bench: StoreBench

  init() throws { bench = try StoreBench() }

  /// Puts rows into the database as one input.
  private func record(
    _ name: String,
    tags: [TimedTag] = [],
    pings: [PingRow] = [],
    report: CheckRow? = nil
  ) throws {
    let run = try bench.run(bench.another(), redoes: true)
    try run.add(StoreBench.inputs([name]))
    _ = try run.enter()
    let item = try #require(try run.next())
    guard case .begun(let recorder) = try run.begin(item, StoreBench.file) else {
      Issue.record("\(name) is not begun")
      return
    }
    for (index, tag) in tags.enumerated() {
      try recorder.append(
        ExtractRow(input: name, index: index, tag: tag, sameAs: index > 1 ? 0 : nil)
      )
    }
    for ping in pings { try recorder.append(ping) }
    let error = report?.report.failure?.description
    try recorder.finish(
      InputResult(error == nil ? .done : .unreadable, error: error, did: [.extract], report: report)
    )
  }

  private func lines(_ rows: [some ResultRow]) -> String {
    rows.map { $0.json.text + "\n" }.joined()
  }

  /// A tag with strings that need escaping.
  private static func strange() -> TimedTag {
    let tag = ID3Tag(
      version: .v24,
      frames: [
        ID3Frame(
          id: "TIT2",
          content: .text(encoding: .utf8, values: ["a\0b", "\"\\/\u{1f}\u{2028}", ""])
        )
      ]
    )
    return TimedTag(
      origin: .eventMessage(
        EventMessage(
          version: 1,
          scheme: "https://aomedia.org/emsg/ID3",
          value: "",
          id: .max,
          duration: .max
        )
      ),
      rendition: "it's \"x\"; DROP TABLE tags; --\u{0}\n",
      segment: "",
      offset: .max,
      pts: -1,
      timescale: 48_000,
      time: 0.1 + 0.2,
      wallClock: 1_491_483_783.123,
      bytes: Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 0],
      tag: tag,
      nielsen: nil
    )
  }

  @Test("stored tags are read back as the same lines")
  func tags() throws {
    let tags = [try SampleTags.data(), SampleTags.broken(), Self.strange()]
    try record("b.ts", tags: tags)
    try record("a.ts", tags: [try SampleTags.data()])
    let expected =
      tags.enumerated().map { index, tag in
        ExtractRow(input: "b.ts", index: index, tag: tag, sameAs: index > 1 ? 0 : nil)
      } + [ExtractRow(input: "a.ts", index: 0, tag: try SampleTags.data())]
    #expect(try bench.lines(.extract) == lines(expected))
  }

  @Test("stored pings are read back as the same lines, including gaps in their numbers")
  func pings() throws {
    let pings = [0, 1, 7, 12].map { StoreBench.ping("a.ts", $0) }
    try record("a.ts", pings: pings)
    #expect(try bench.lines(.pings) == lines(pings))
  }

  @Test("stored reports are read back as the same lines")
  func reports() throws {
    let reports = ["a.ts", "b.ts"].map { StoreBench.report($0) }
    for report in reports { try record(report.input, report: report) }
    #expect(try bench.lines(.check) == lines(reports))
  }

  @Test("an input that was not checked has no report")
  func unchecked() throws {
    try record("a.ts")
    #expect(try bench.lines(.check) == "")
  }

  @Test(
    "stored seconds keep exactly their milliseconds",
    arguments: [
      (0.0, "0.0"), (-0.0004, "0.0"), (8.5674999, "8.567"), (-12.25, "-12.25"),
      (.nan, "null"), (.infinity, "null"), (999_999_999_999.999, "999999999999.999"),
    ] as [(Double, String)]
  )
  func seconds(seconds: Double, text: String) throws {
    let row = Row(["time": FieldKind.stored(.seconds(seconds))])
    let value = try FieldKind.seconds.value(CheckedRow(row, of: "tags"), 0, parsing: false)
    #expect(value.text == text)
    #expect(JSONValue.seconds(seconds).text == text)
  }
}

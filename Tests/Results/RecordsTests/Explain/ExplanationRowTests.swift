import Conformance
import NielsenTag
import RecordSamples
import Testing

@testable import Records

@Suite struct ExplanationRowTests {
  private func text(_ format: OutputFormat) throws -> String {
    var renderer = RowRenderer<ExplanationRow>(format: format, style: TableStyle())
    var bytes: [UInt8] = []
    let explanation = TagExplanation(try SampleTags.data())
    renderer.append(
      ExplanationRow(input: "a.ts", index: 0, time: 8.567, explanation),
      to: &bytes
    )
    renderer.finish(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("the drawing of a tag shows its fields at their offsets")
  func drawing() throws {
    let lines = try text(.table).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(15).joined(separator: "\n") == """
        a.ts #0  ID3v2.4.0 tag, 271 bytes, at 8.567 s

          0         3         5       6             10      14            18
          +---------+---------+-------+-------------+-------+-------------+-------+
          | file id | version | flags | size        | frame | size        | flags |
          | I D 3   | 04 00   | 20    | 00 00 02 05 | PRIV  | 00 00 01 7b | 00 00 |
          +---------+---------+-------+-------------+-------+-------------+-------+
          20                36                         61
          +-----------------+--------------------------+--------------------------+
          | host            | PC CID                   | FD CID                   |
          | www.nielsen.com | X100zdCIGeIlgZnkYj6UvQ== | pI-X5FFk07770SXf2ZbI6g== |
          +-----------------+--------------------------+--------------------------+
          86                           255         261         267        269
          +----------------------------+-----------+-----------+----------+--------+
          | watermark blob             | PC offset | FD offset | breakout | NUL, A |
        """
    )
    #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
  }

  @Test("each field is shown with the certainty of its meaning")
  func confidence() throws {
    let row = try text(.jsonl)
    for word in ["public", "encrypted", "inferred", "computed", "open"] {
      #expect(row.contains(#""confidence":"\#(word)""#))
    }
    #expect(row.contains(#""findings":[]"#))
  }

  @Test("the CSV of explain has a header and the values of the row")
  func csv() throws {
    #expect(try text(.csv).hasPrefix("input,index,time,title,fields,findings\r\na.ts,0,8.567,"))
  }

  @Test("if bytes are not a tag, the title reports that they cannot be parsed")
  func broken() {
    let explanation = TagExplanation(SampleTags.broken())
    #expect(explanation.title == "ID3 tag that cannot be parsed, 11 bytes")
    #expect(explanation.drawing.contains { $0.contains("49 44 33") })
  }

  @Test("a payload in a text input is explained as a payload, not as a broken tag")
  func text() {
    var tag = SampleTags.broken()
    tag.origin = .text(line: 1)
    tag.nielsen = NielsenPayload(owner: SampleTags.payload)
    #expect(TagExplanation(tag).title == "Nielsen payload, 249 characters")
  }

  @Test("a payload without a tag is explained from its first character")
  func payload() throws {
    let payload = try #require(NielsenPayload(owner: SampleTags.payload))
    let explanation = TagExplanation(payload: payload)
    #expect(explanation.title == "Nielsen payload, 249 characters")
    #expect(explanation.fields.first?.offset == 0)
    #expect(explanation.findings.isEmpty)
  }
}

import Formats
import ID3
import RecordSamples
import Testing

@testable import Records
@testable import TimedMetadata

@Suite struct ExtractRowTests {
  @Test("a Nielsen tag is written as the documented record")
  func record() throws {
    let row = ExtractRow(input: "a.ts", index: 0, tag: try SampleTags.data())
    let blob = SampleTags.payload.split(separator: "/")[3]
    #expect(
      row.json.text == """
        {"input":"a.ts","index":0,"carriage":"ts-pes","program":1,"pid":258,"rendition":null,\
        "segment":null,"offset":3384,"line":null,\
        "sameAs":null,"pts":900000,"timescale":null,"time":8.567,"wallClock":null,\
        "tag":{"version":"2.4.0","size":271,\
        "sha256":"d5a6c4d0fdab05593e027724c948d60117f30f0f88f46d4ef7dff9418df0a09f",\
        "frames":[{"id":"PRIV","owner":"\(SampleTags.payload)","data":"QQ=="}]},\
        "nielsen":{"kind":"data","pcCID":"X100zdCIGeIlgZnkYj6UvQ==",\
        "fdCID":"pI-X5FFk07770SXf2ZbI6g==","watermark":"\(blob)","pcOffset":0,"fdOffset":21778,\
        "breakout":"00","sequence":19720,"firstTime":1491483783,"lastTime":1491483793,\
        "checksumValid":true},"emsg":null,"notes":["recovered-header"]}
        """
    )
  }

  @Test("a tag that cannot be read still has its version, size and digest")
  func broken() {
    let json = ExtractRow(input: "a.aac", index: 3, tag: SampleTags.broken()).json
    #expect(json[path: "tag.version"] == .string("2.3.0"))
    #expect(json[path: "tag.size"] == .integer(11))
    #expect(json[path: "tag.frames"] == .array([]))
    #expect(json[path: "nielsen"] == .null)
    #expect(json[path: "wallClock"] == .string("2017-04-06T13:03:03.5Z"))
  }

  @Test("a tag of an event message has the timescale and the other fields of the box")
  func eventMessage() {
    var tag = SampleTags.broken()
    tag.timescale = 48_000
    tag.origin = .eventMessage(
      EventMessage(
        version: 1,
        scheme: "https://aomedia.org/emsg/ID3",
        value: "0",
        id: 7,
        duration: 0xFFFF_FFFF
      )
    )
    let json = ExtractRow(input: "a.mp4", index: 0, tag: tag).json
    #expect(json[path: "timescale"] == .integer(48_000))
    #expect(
      json[path: "emsg"]?.text == """
        {"version":1,"scheme":"https://aomedia.org/emsg/ID3","value":"0","id":7,\
        "duration":4294967295}
        """
    )
  }

  @Test("the CSV of extract has every member of the record, in order")
  func fields() throws {
    var tag = try SampleTags.data()
    tag.origin = .eventMessage(
      EventMessage(version: 1, scheme: "s", value: "", id: 0, duration: 0)
    )
    let json = ExtractRow(input: "a.ts", index: 0, tag: tag).json
    #expect(ExtractRow.fields == leaves(of: json, under: ""))
  }

  @Test("the CSV of a tag without a Nielsen payload has the same number of fields")
  func missingPayload() {
    var renderer = RowRenderer<ExtractRow>(format: .csv)
    var bytes: [UInt8] = []
    renderer.append(ExtractRow(input: "a.aac", index: 0, tag: SampleTags.broken()), to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let row = lines.last?.replacing("\"a,1.aac\"", with: "a")
    #expect(row?.split(separator: ",", omittingEmptySubsequences: false).count == 35)
    #expect(lines.first?.split(separator: ",").count == 35)
  }

  @Test("the table shows a Nielsen tag in one line, with its number and the start of its CID")
  func table() throws {
    #expect(
      try table([SampleTags.data()]) == """
           #       TIME   PID  KIND  CID          SEQ  FIRST TAG TIME        SPAN    PC+    FD+  DETAILS
           0      8.567   258  data  pI-X5FFk…  19720  2017-04-06T13:03:03Z   10s      0  21778  recovered-header

        """
    )
  }

  @Test("the table names the program of a tag unless its number is 1", arguments: [1, 105])
  func program(_ number: Int) throws {
    var tag = try SampleTags.data()
    tag.program = number
    tag.notes = []
    #expect(try table([tag]).contains("program 105") == (number == 105))
  }

  @Test("the table shows the content of non-Nielsen tags")
  func otherTags() throws {
    var tag = SampleTags.broken()
    #expect(try table([tag]).hasSuffix("  audio, a,1.aac, 11 bytes\n"))
    tag.tag = ID3Tag(
      version: .v24,
      frames: [
        ID3Frame(id: "TIT2", content: .text(encoding: .utf8, values: ["a", "b"])),
        ID3Frame(
          id: "TXXX",
          content: .userText(encoding: .utf8, description: "k", values: ["v"])
        ),
        .priv(owner: "com.example", data: [1]),
      ]
    )
    tag.notes = ["pes-alignment"]
    #expect(
      try table([tag]).hasSuffix(
        "  audio, a,1.aac, TIT2 a / b, TXXX k=v, PRIV com.example, pes-alignment\n"
      )
    )
  }

  @Test(
    "a gap between DATA tags of a stream adds a line above the second tag, but no field to a record"
  )
  func gap() throws {
    var gaps = DataTagGaps()
    var tag = try SampleTags.data()
    tag.notes = []
    var found: [Double?] = []
    for (time, rendition) in [(10.0, "a"), (10, "b"), (20, "a"), (60, "a"), (28, "b")] {
      tag.time = time
      tag.rendition = rendition
      found.append(gaps.gap(before: tag))
    }
    #expect(found == [nil, nil, nil, 40, nil])
    let row = ExtractRow(input: "a", index: 0, tag: tag, gap: 39.9)
    #expect(row.lineAbove?.text == "gap of 40 s in b")
    var renderer = RowRenderer<ExtractRow>(format: .table)
    var bytes: [UInt8] = []
    renderer.append(row, to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "    gap of 40 s in b")
    #expect(row.json == ExtractRow(input: "a", index: 0, tag: tag).json)
  }

  @Test("a table of 80 columns has room for the rendition, but not for offsets")
  func narrow() throws {
    var tag = try SampleTags.data()
    tag.rendition = "video/160x90/26561"
    tag.segment = "00000.ts"
    tag.notes = []
    var renderer = RowRenderer<ExtractRow>(format: .table, style: TableStyle(width: 80))
    var bytes: [UInt8] = []
    renderer.append(ExtractRow(input: "a", index: 0, tag: tag), to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.last?.hasSuffix("  video/160x90/26561, 00000.ts") == true)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.contains("FD+") == false)
    #expect(lines.first?.contains("CID") == true)
  }

  @Test(
    "a terminal shows the columns that fit, however long the owner of the first tag is",
    arguments: [
      (80, nil, ["FIRST TAG TIME"]),
      (80, "video/160x90/26561", []),
      (120, nil, ["FIRST TAG TIME", "SPAN", "PC+", "FD+"]),
      (120, "video/160x90/26561", ["FIRST TAG TIME", "SPAN", "PC+", "FD+"]),
    ] as [(Int, String?, [String])]
  )
  func columns(width: Int, rendition: String?, expected: [String]) throws {
    var tag = SampleTags.broken()
    tag.rendition = rendition
    tag.segment = rendition.map { _ in "0.ts" }
    let owner = String(repeating: "x", count: 200)
    tag.tag = ID3Tag(version: .v24, frames: [.priv(owner: owner, data: [])])
    var renderer = RowRenderer<ExtractRow>(format: .table, style: TableStyle(width: width))
    var bytes: [UInt8] = []
    renderer.append(ExtractRow(input: "a", index: 0, tag: tag), to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let optional = ["FIRST TAG TIME", "SPAN", "PC+", "FD+"]
    #expect(optional.filter { lines.first?.contains($0) == true } == expected)
    #expect(lines.allSatisfy { $0.count <= width })
  }

  private func table(_ tags: [TimedTag]) throws -> String {
    var renderer = RowRenderer<ExtractRow>(format: .table)
    var bytes: [UInt8] = []
    for (index, tag) in tags.enumerated() {
      renderer.append(ExtractRow(input: "a", index: index, tag: tag), to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func leaves(of value: JSONValue, under path: String) -> [String] {
    guard case .object(let members) = value else { return [path] }
    return members.flatMap {
      leaves(of: $0.value, under: path.isEmpty ? $0.key : "\(path).\($0.key)")
    }
  }
}

import Conformance
import Formats
import Testing

@testable import Reports

@Suite struct ReportIndexTests {
  private func index(_ lines: [String]) throws -> (Report, ReportIndex) {
    let report = try Records.report(lines)
    return (report, ReportIndex(report))
  }

  private static func finding(_ rule: String, severity: String = "error", time: String = "20.1")
    -> String
  {
    """
    {"rule":"\(rule)","severity":"\(severity)","time":\(time),"rendition":null,"segment":null,\
    "offset":null,"program":1,"pid":258,"message":"\(rule) here","remedy":"Repair \(rule).",\
    "count":1,"lastTime":null}
    """
  }

  @Test("findings of several rules and inputs share a cause, which has the times for each input")
  func causes() throws {
    let gap = [
      Self.finding("cadence-gap"),
      Self.finding("cadence-tag-time-gap", severity: "warning", time: "60.1"),
    ].joined(separator: ",")
    let (_, index) = try index([
      Records.check("a", verdict: "fail", gap: "40.0", findings: gap),
      Records.check("good"),
      Records.check("b", verdict: "fail", gap: "40.0", findings: gap),
    ])
    let cause = try #require(index.causes.first)
    #expect(index.causes.count == 1)
    #expect(cause.key == "cadence-gap")
    #expect(cause.occurrences.map(\.input) == [0, 2])
    #expect(cause.occurrences.map(\.times) == [20.1...60.1, 20.1...60.1])
    #expect(index.entries.map(\.causes) == [[0], [], [0]])
    #expect(index.entries.map(\.problem) == ["cadence-gap here", nil, "cadence-gap here"])
  }

  @Test(
    "inputs are sorted by harm, from inputs without tags to inputs that passed"
  )
  func harm() throws {
    let (report, index) = try index([
      Records.check("clean"),
      Records.check("warned", verdict: "warn", findings: Self.finding("a", severity: "warning")),
      Records.check("unreadable", verdict: "unreadable"),
      Records.check("short", verdict: "fail", gap: "20.0", findings: Self.finding("cadence-gap")),
      Records.check("long", verdict: "fail", gap: "90.0", findings: Self.finding("cadence-gap")),
      Records.check("absent", verdict: "absent", data: 0, findings: Self.finding("tag-present")),
    ])
    #expect(
      index.order.map { report.inputs[$0].name } == [
        "absent", "long", "short", "unreadable", "warned", "clean",
      ]
    )
    #expect(index.causes.map(\.key) == ["tag-present", "cadence-gap", "unreadable", "a"])
  }

  @Test(
    "missing requirements and unreadable inputs are separate causes",
    arguments: [("unreadable", "cannot be read"), ("required", "audio")]
  )
  func others(key: String, words: String) throws {
    var line = Records.check("x.ts", verdict: key == "required" ? "fail" : "unreadable")
    line =
      key == "required"
      ? line.replacing("\"missing\":[]", with: "\"missing\":[\"\(words)\"]")
      : line.replacing("\"error\":null", with: "\"error\":\"x.ts: \(words)\"")
    let (_, index) = try index([line])
    #expect(index.causes.map(\.key) == [key])
    #expect(index.entries[0].problem?.hasSuffix(words) == true)
    // The row already shows the name of the input.
    #expect(index.entries[0].problem?.contains("x.ts") == false)
  }

  @Test("a lost feed is one problem, although its error and its alarm both report the loss")
  func lostFeed() throws {
    let line = Records.check(
      "x",
      verdict: "unreadable",
      findings: Records.finding("stream-lost", message: "does not answer: try again")
    ).replacing("\"error\":null", with: "\"error\":\"x: does not answer: try again\"")
    let (_, index) = try index([line])
    #expect(index.causes.map(\.key) == ["unreadable"])
  }

  @Test(
    "a strip shows long gaps only in inputs that failed, and has at most 32 cells",
    arguments: [
      ("di...ddd", InputStatus.fail, false, "ddgggddd"), ("di...ddd", .pass, false, "ddnnnddd"),
      ("d.d!", .fail, false, "dnd!"), ("....", .pass, true, "cccc"), ("..!.", .fail, true, "cc!c"),
      (
        String(repeating: "d", count: 319) + "!", .fail, false,
        String(repeating: "d", count: 31) + "!"
      ),
      (String(repeating: "d", count: 100), .pass, false, String(repeating: "d", count: 32)),
    ]
  )
  func strip(marks: String, status: InputStatus, isCovered: Bool, letters: String) throws {
    let json = try JSONValue(parsing: "{\"secondsPerMark\":10,\"marks\":\"\(marks)\"}".utf8)
    var track = TimelineTrack()
    track.strip = MarkStrip(.init(json))
    let strip = try #require(MiniStrip(track, isCovered: isCovered, status: status))
    #expect(strip.cells.map { Self.letters[$0] } == letters.map { $0 })
  }

  @Test("tags at the ends of a gap are not drawn as faults")
  func endsOfGaps() throws {
    let json = try JSONValue(parsing: "{\"secondsPerMark\":10,\"marks\":\"d!...!d\"}".utf8)
    var track = TimelineTrack()
    track.strip = MarkStrip(.init(json))
    let strip = MiniStrip(track, isCovered: false, status: .fail, hasWrongTags: false)
    #expect(strip?.cells == [.tags, .tags, .gap, .gap, .gap, .tags, .tags])
  }

  private static let letters: [MiniStrip.Cell: Character] = [
    .covered: "c", .none: "n", .tags: "d", .gap: "g", .fault: "!",
  ]

  @Test("a cause lists the affected players, the seconds of a gap, or the affected renditions")
  func affected() throws {
    func affects(_ findings: String, gap: String = "10.0", rules: String = Records.gapRule) throws
      -> String
    {
      let (report, index) = try index([
        Records.check("a", verdict: "fail", gap: gap, rules: rules, findings: findings)
      ])
      return CauseText(report: report, cause: try #require(index.causes.first)).affects
    }
    #expect(try affects(Self.finding("tag-present")) == "every viewer; nothing is measured")
    #expect(
      try affects(Self.finding("cadence-gap"), gap: "150.2")
        == "viewers; up to 150.2 s in a row earn no credit"
    )
    #expect(
      try affects(
        Self.finding("hls-rendition-missing-tags")
          .replacing("\"rendition\":null", with: "\"rendition\":\"video/1\"")
      ) == "viewers of video/1"
    )
    let player = """
      {"rule":"player-hlsjs","state":"pass","found":3,"minimum":null,"maximum":null,\
      "notAssessed":null,"remark":"hls.js would show 0 of 38 tags: tag header stripped (38)"}
      """
    let informed = Self.finding("player-hlsjs", severity: "info", time: "null")
    #expect(
      try affects(Self.finding("ffmpeg-stripped-header") + "," + informed, rules: player)
        == "viewers; hls.js shows 0 of 38 tags"
    )
    // A player that loses tags of every stream is not evidence about this stream.
    #expect(
      try affects(Self.finding("tag-breakout"), rules: player)
        == "ratings; players show these tags, but viewing with them may earn no credit"
    )
  }

  @Test("a long name is shortened at its beginning, and an address can contain any character")
  func names() {
    #expect(InputName.short("a.ts") == "a.ts")
    let name = "recordings/2026/11/" + String(repeating: "x", count: 40) + ".ts"
    #expect(InputName.short(name).unicodeScalars.count == 44)
    #expect(InputName.short(name).hasPrefix("…") && InputName.short(name).hasSuffix("x.ts"))
    #expect(InputName.address("a b/ü'<&.ts") == "#input=a%20b/%C3%BC%27%3C%26.ts")
  }
}

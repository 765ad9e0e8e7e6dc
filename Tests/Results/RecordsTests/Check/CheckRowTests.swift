import Conformance
import Foundation
import Testing

@testable import Records
@testable import TimedMetadata

@Suite struct CheckRowTests {
  @Test("a record of check has all declared fields, even for an unreadable input")
  func names() throws {
    for report in [try SampleReports.failing(), SampleReports.unreadable()] {
      let text = SampleReports.text([report], .jsonl)
      #expect(text.split(separator: "\n").count == 1)
      let row = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      )
      #expect(
        Set(row.keys).isSuperset(
          of: CheckRow.fields.map { $0.prefix { $0 != "." } }.map(String.init)
        )
      )
      #expect(row["verdict"] as? String == report.verdict.rawValue)
      let rules = try #require(row["rules"] as? [[String: Any]])
      let groups = try #require(row["otherRules"] as? [[String: Any]])
      let others = groups.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
      #expect(rules.count + others == RuleDescription.all.count)
      for rule in rules {
        let saysNothing = ["pass", "not-assessed"].contains(rule["state"] as? String)
        #expect(!saysNothing || rule["remark"] is String)
        #expect(
          Set(rule.keys).isSuperset(
            of: ["rule", "state", "found", "minimum", "maximum", "notAssessed"]
          )
        )
      }
    }
  }

  @Test("a finding has rule, severity, time, time of day, PID, byte position and message")
  func finding() throws {
    let text = try SampleReports.text([SampleReports.failing()], .jsonl)
    #expect(
      text.contains(
        #"{"rule":"cadence-gap","severity":"error","time":28.0,"#
          + #""wallClock":"2023-11-14T22:13:48Z","rendition":null,"segment":null,"#
          + #""offset":28000,"program":1,"pid":258,"message":"no DATA tag for 40.0 s (limit 19 s)"#
      ),
      "\(text)"
    )
  }

  @Test("CSV has a line for each input, with the numbers as columns and the lists as JSON")
  func csv() throws {
    let text = try SampleReports.text([SampleReports.failing(), SampleReports.unreadable()], .csv)
    let lines = text.split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(
      lines[0]
        == "input,verdict,tags_data,tags_info,tags_other,duration,firstTag,lastTag,longestGap,"
        + "streams,rules,findings,missing,error,timelines,segments,markers,players,owners,"
        + "copies_data,copies_info,copies_other,notJudged,otherRules"
    )
    #expect(
      lines[1].hasPrefix(#""a<b>&""c"" d.ts",fail,9,1,0,125.0,8.0,118.0,40.0,"#),
      "\(lines[1])"
    )
    #expect(lines[2].hasPrefix("none.ts,unreadable,0,0,0,,,,,[],"), "\(lines[2])")
  }

  @Test(
    "the text of an input that failed has the verdict, and each cause with remedy and position"
  )
  func table() throws {
    let lines = try SampleReports.text([SampleReports.failing()], .table)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.filter { $0.count > 80 || $0.hasSuffix(" ") } == [])
    #expect(lines[0].hasPrefix("a<b>&\"c\" d.ts  9 DATA, 1 INFO in 0:02:05  "))
    #expect(lines[0].hasSuffix("  FAIL"))
    #expect(lines[2] == "    0:00:00  diD...Ddddddd")
    let cause = try #require(
      lines.firstIndex { $0.hasPrefix("  ✕ Gap in the tags (cadence-gap)  ") }
    )
    #expect(lines[cause].hasSuffix(" 0:00:28 – 0:01:08"))
    #expect(lines[cause + 1].hasPrefix("    no DATA tag for 40.0 s (limit 19 s): 3 tags lost"))
    #expect(lines.contains { $0.hasPrefix("    → ") })
    #expect(lines.contains { $0.contains("byte 28000") && $0.contains("PID 0x102") })
    #expect(lines.count { $0.contains("cadence-tag-time-gap") } == 1)
    #expect(lines.contains { $0.hasPrefix("  players    ✓ ") })
    #expect(lines.contains { $0.contains("· FFmpeg before 6.1 shows 0 of 10: stream_type 0x15") })
    #expect(lines.contains { $0.hasSuffix(" (--verbose lists them)") })
  }

  @Test("--verbose adds all rules to the text, and does not change the lines about players")
  func everything() throws {
    let text = try SampleReports.text([SampleReports.failing()], .table, detail: .everything)
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  tag-present                  pass ") })
    #expect(lines.contains { $0.hasPrefix("  not assessed  ") })
    let short = try SampleReports.text([SampleReports.failing()], .table)
    #expect(players(in: text).count > 1)
    #expect(players(in: text) == players(in: short))
    #expect(lines.contains { $0.contains(/^ {2}player-ffmpeg +pass +0 +- +-$/) })
    #expect(lines.contains { $0.contains(/^ {2}player-hlsjs +pass +0 +- +-$/) })
    #expect(!text.contains("--verbose"))
  }

  private func players(in table: String) -> [Substring] {
    let lines = table.split(separator: "\n").drop { !$0.hasPrefix("  players ") }
    return lines.prefix(1) + lines.dropFirst().prefix { $0.hasPrefix("             ") }
  }

  @Test("players named by --player have a line each, whether the input passes or fails")
  func players() throws {
    var options = CheckOptions()
    options.players = try PlayerChoice.list("hls.js,media3@1.11")
    for report in [try SampleReports.passing(options), try SampleReports.failing(options)] {
      let lines = SampleReports.text([report], .table).split(separator: "\n").map(String.init)
      let heading = try #require(lines.firstIndex { $0.hasPrefix("  player  ") })
      #expect(lines[heading].hasSuffix("    shown   missed    moved"))
      #expect(lines[heading + 1].contains(/^ {2}hls\.js 1\.7 +pass +\d+ +0 +0$/))
      let word = report.verdict == .pass ? "pass" : "FAIL"
      let media3 = lines.first { $0.hasPrefix("  media3 1.11 ") }
      #expect(media3?.contains(" \(word) ") == true)
      #expect(!lines.contains { $0.contains("would show") })
    }
  }

  @Test("the text of an input that passed is one line, with the verdict at the right edge")
  func short() throws {
    let text = try SampleReports.text([SampleReports.passing()], .table)
    #expect(text.hasPrefix("clean.ts  "))
    #expect(text.contains(" INFO in 0:02:05 ") && text.hasSuffix("  PASS\n"), "\(text)")
    #expect(text.count == 79)
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(
    "a short input without tags is not judged, and the reason is shown for short and long names",
    arguments: [8.0, 60],
    ["a.ts", String(repeating: "folder/", count: 20) + "a.ts"]
  )
  func tooShort(seconds: Double, name: String) {
    var checker = Checker(input: name, options: CheckOptions())
    checker.receive(.end(InputSummary(duration: seconds, streams: [], byteCount: 1)))
    let text = SampleReports.text([checker.report()], .table)
    let caution =
      "\n  · too short to judge: 8 s without a DATA tag; one is due every 10 s to 19 s:"
    #expect(text.contains(caution) == (seconds < 30))
    #expect(text.contains("NOT-JUDGED") == (seconds < 30))
    #expect(text.contains("  0 DATA, 0 INFO in 0:0\(seconds < 30 ? "0:08" : "1:00")"), "\(text)")
    #expect(!text.contains("PASS"))
  }

  @Test("the text of an input that passed names its programs without tags")
  func programs() throws {
    let programs = [1, 2].map { ProgramSummary(number: $0, hasAudio: true, hasVideo: $0 == 1) }
    let text = try SampleReports.text([SampleReports.passing(programs: programs)], .table)
    let lines = text.split(separator: "\n")
    #expect(lines.first?.hasSuffix("  PASS") == true)
    #expect(lines.dropFirst() == ["  streams    program 2: 0 tags, absent"])
  }

  @Test("in a list of inputs, each cause has its first finding, and each remedy appears only once")
  func brief() throws {
    let failing = try SampleReports.failing()
    let style = TableStyle(namesInputs: true)
    var renderer = RowRenderer<CheckRow>(format: .table, style: style)
    var bytes: [UInt8] = []
    var explained: Set<RuleID> = []
    var counts = VerdictCounts()
    for report in [failing, try SampleReports.passing(), failing, SampleReports.unreadable()] {
      let row = CheckRow(report, explained: explained)
      renderer.append(row, to: &bytes)
      explained.formUnion(row.explains)
      counts.count(report.verdict)
    }
    renderer.append(note: { counts.line($0) }, to: &bytes)
    renderer.finish(to: &bytes)
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.filter { $0.count > 80 || $0.hasSuffix(" ") } == [])
    let remedies = lines.filter { $0.hasPrefix("    → ") }
    #expect(Set(remedies).count == remedies.count && !remedies.isEmpty)
    let gap = "  ✕ Gap in the tags (cadence-gap) 0:00:28 – 0:01:08: no DATA tag"
    #expect(lines.count { $0.hasPrefix(gap) } == 2)
    #expect(lines.contains("  ✕ no such file: check the path"))
    #expect(lines.suffix(3) == ["", "4 inputs: 1 unreadable, 2 fail, 1 pass", ""])
    #expect(!lines.dropLast(3).contains(""))
  }

  @Test(
    "the text of check has the number of tags in each rendition",
    arguments: [
      (12, "12 DATA, 1 INFO in each of 2 renditions, 3 other"),
      (10, "10 to 12 DATA, 1 INFO in each of 2 renditions, 3 other"),
    ]
  )
  func renditions(_ data: Int, _ words: String) throws {
    var checker = Checker(input: "a.m3u8", options: CheckOptions())
    for (name, count) in [("a", 12), ("b", data)] {
      for index in 0..<count + 1 {
        checker.receive(.tag(try SampleReports.tag(index, rendition: name)))
      }
    }
    for _ in 0..<3 { checker.receive(.tag(SampleReports.otherTag(rendition: "a"))) }
    let text = SampleReports.text([checker.report()], .table, detail: .everything)
    #expect(text.contains("\n  tags       \(words)\n"), "\(text)")
    #expect(text.contains("\n  owners     com.example: 3 tags\n"), "\(text)")
  }

  @Test(
    "in a list of inputs, a line names at most three renditions with tags or a fault",
    arguments: [
      (1, 4, "in 1 of 4 renditions: r0"), (4, 6, "in 4 of 6 renditions: r0, r1, r2 and 1 more"),
      (3, 3, "in all 3 renditions"),
    ]
  )
  func namedRenditions(_ carrying: Int, _ all: Int, _ words: String) throws {
    var checker = Checker(input: "a.m3u8", options: CheckOptions())
    for rendition in 0..<all {
      checker.receive(.tag(SampleReports.otherTag(rendition: "r\(rendition)")))
      for index in 0..<16 where rendition < carrying && !(5...8).contains(index) {
        checker.receive(.tag(try SampleReports.tag(index, rendition: "r\(rendition)")))
      }
    }
    let row = CheckRow(checker.report())
    let style = TableStyle(namesInputs: true, width: 400)
    let lines = try #require(row.block(style)).split(separator: "\n")
    let gap = lines.first { $0.hasPrefix("  ! Gap by the tags' own clock (cadence-tag-time-gap) ") }
    #expect(gap?.contains(" (\(words))") == true, "\(lines)")
    #expect(lines.contains("  · tags \(words)") == (carrying < all), "\(lines)")
  }

  @Test("a line that has no room for the number of renditions shows the tags of one rendition")
  func shortLine() throws {
    var checker = Checker(
      input: String(repeating: "a", count: 50) + ".m3u8",
      options: CheckOptions()
    )
    for name in ["a", "b"] {
      for index in 0..<13 {
        checker.receive(.tag(try SampleReports.tag(index, rendition: name)))
      }
    }
    let reports = [checker.report(), try SampleReports.passing()]
    let text = SampleReports.text(reports, .table)
    #expect(text.contains("a.m3u8  12 DATA, 1 INFO  "), "\(text)")
  }

  @Test("with the detail `verdict`, the text has one line for each input")
  func quiet() throws {
    let reports = [try SampleReports.passing(), SampleReports.unreadable()]
    let lines = SampleReports.text(reports, .table, detail: .verdict).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("clean.ts   PASS   0 failed, 0 warned, "))
    #expect(lines[1] == "none.ts   UNREADABLE   no such file")
  }

  @Test("control characters in names from outside are escaped")
  func hostileName() {
    var checker = Checker(input: "a\u{1b}[2J\n.ts", options: CheckOptions())
    let text = SampleReports.text([checker.report()], .table, TableStyle(isColored: false))
    #expect(!text.contains("\u{1b}"))
    #expect(text.hasPrefix("a\\u{1b}[2J\\u{a}.ts  "))
  }
}

import Conformance
import Formats
import Testing

@testable import Reports

/// The page of one input.
@Suite struct DetailPageTests {
  private func tag(
    _ index: Int,
    time: Double,
    fd: String = "one",
    day: String? = nil,
    rendition: String? = nil
  ) -> String {
    var line = Records.tag("a", index, time: time)
      .replacing("\"nielsen\":{", with: "\"nielsen\":{\"pcCID\":\"pc\",\"fdCID\":\"\(fd)\",")
    if let day { line = line.replacing("\"wallClock\":null", with: "\"wallClock\":\"\(day)\"") }
    if let rendition {
      line = line.replacing("\"rendition\":null", with: "\"rendition\":\"\(rendition)\"")
        .replacing("\"program\":1", with: "\"program\":null")
    }
    return line
  }

  private func owner(_ index: Int, _ owner: String) -> String {
    """
    {"input":"a","index":\(index),"carriage":"packed-audio","program":null,"rendition":null,\
    "time":1.0,"wallClock":null,"tag":{"frames":[{"id":"PRIV","owner":"\(owner)","data":""}]},\
    "nielsen":null}
    """
  }

  private func detail(_ lines: [String]) throws -> (input: InputReport, page: String) {
    let report = try Records.report(lines)
    let input = try #require(report.inputs.first)
    let page = try written { try HTMLReport(report).write(to: $0) }
    return (input, String(try #require(page.firstMatch(of: /(?s)<main.*<\/main>/)?.0)))
  }

  /// The cells of a table on the page, without markup, row by row.
  private func rows(_ page: String, _ table: String) throws -> [[String]] {
    let body = try #require(
      page.firstMatch(of: try Regex("(?s)<table class=\"\(table)\">.*?<tbody>(.*?)</tbody>"))
    )
    let text = String(try #require(body.output[1].substring))
    return text.matches(of: /<tr.*?<\/tr>/).map { row in
      row.0.matches(of: /<t[dh][^>]*>(.*?)<\/t[dh]>/).map { cell in
        String(cell.1.replacing(/<[^>]*>/, with: ""))
      }
    }
  }

  @Test(
    "positions are shown as h:mm:ss with tenths, and durations as seconds with tenths",
    arguments: [
      (0, "0:00:00.0", "0.0 s"), (9.984, "0:00:10.0", "10.0 s"), (59.96, "0:01:00.0", "60.0 s"),
      (3590.1, "0:59:50.1", "3,590.1 s"), (-1.25, "−0:00:01.3", "−1.3 s"),
    ] as [(Double, String, String)]
  )
  func times(seconds: Double, moment: String, length: String) {
    #expect(Quantity.moment(seconds) == moment)
    #expect(Quantity.length(seconds) == length)
  }

  @Test(
    "durations without tenths are rounded to whole seconds",
    arguments: [(79.96, "0:01:20"), (0.4, "0:00:00")]
  )
  func clock(seconds: Double, words: String) { #expect(Quantity.clock(seconds) == words) }

  @Test("a page names a rendition as the record does, and shows findings before the timeline")
  func rendition() throws {
    let name = "video/160x90/26561"
    let lines = [tag(0, time: 1, rendition: name)]
    let check = Records.check(
      "a",
      verdict: "fail",
      findings: Records.finding().replacing("\"rendition\":null", with: "\"rendition\":\"\(name)\"")
    )
    let page = try detail([check] + lines).page
    #expect(page.contains("<p class=\"track-name\">\(name)</p>") && !page.contains("kb/s"))
    // The findings come before the timeline.
    let findings = try #require(page.range(of: "<h3>Findings</h3>"))
    let timeline = try #require(page.range(of: "<section class=\"timeline\""))
    #expect(findings.lowerBound < timeline.lowerBound)
  }

  @Test("content ids are shown with their first and last time, and a change with its position")
  func contents() throws {
    let lines = [
      tag(0, time: 10), tag(1, time: 20), tag(2, time: 30, fd: "two"), tag(3, time: 40, fd: "two"),
    ]
    let (_, page) = try detail(lines)
    let expected = [
      ["one", "pc", "0:00:10.0 – 0:00:20.0", "2", "program 1"],
      ["two", "pc", "0:00:30.0 – 0:00:40.0", "2", "program 1"],
    ]
    #expect(try rows(page, "contents") == expected)
    #expect(page.contains("Content id changes at 0:00:30.0: FD one → two"))
    // Records that are read again do not count twice.
    #expect(try rows(detail(lines + lines).page, "contents") == expected)
  }

  @Test("streams with the same content ids share a row")
  func sharedContents() throws {
    let streams = ["video/1x1", "video/2x2"]
    let (_, page) = try detail(
      streams.enumerated().flatMap { number, name in
        [
          tag(number * 2, time: 10, rendition: name),
          tag(number * 2 + 1, time: 20, rendition: name),
        ]
      }
    )
    #expect(try rows(page, "contents").map(\.last) == ["all 2 with tags"])
  }

  @Test("content ids that change constantly are cut to the maximum number of spans")
  func manyContents() {
    var spans = ContentSpans()
    for number in 0..<1000 {
      spans.append(pc: "pc", fd: "\(number % 2)", time: Double(number))
    }
    #expect(spans.spans.count == ContentSpans.capacity && spans.isCut)
  }

  @Test("without records of tags, the owners are those that check counted")
  func checkedOwners() throws {
    let counted = #","owners":[{"owner":"y","tags":7,"writer":null},{"owner":"z","tags":2}]"#
    let check = Records.check("a", more: counted)
    let alone = try rows(detail([check]).page, "owners").map { $0.prefix(2) }
    #expect(alone == [["y", "7"], ["z", "2"]])
    let both = try rows(detail([check, owner(0, "x")]).page, "owners")
    #expect(both.map { $0.prefix(2) } == [["x", "1"]])
  }

  @Test("non-Nielsen owners are listed by name, most frequent first")
  func owners() throws {
    let apple = "com.apple.streaming.transportStreamTimestamp"
    let lines = [owner(0, "x"), owner(1, apple), owner(2, apple)]
    #expect(
      try rows(detail(lines).page, "owners").map { $0.prefix(2) } == [[apple, "2"], ["x", "1"]]
    )
  }

  @Test("the time of day follows the tags, and jumps where their dates jump")
  func dayClock() throws {
    let (input, page) = try detail([
      tag(0, time: 10, day: "2023-11-14T22:13:30.5Z"),
      tag(1, time: 20, day: "2023-11-14T22:13:40.5Z"),
      tag(2, time: 30, day: "2023-11-14T22:23:50.5Z"),
    ])
    #expect(page.contains("data-clock=\"10.0 1700000010.5,30.0 1700000630.5\""))
    let times = [0, 25, 35].map { Quantity.timeOfDay(input.dayClock.unix(at: $0)) }
    #expect(times == ["22:13:20 UTC", "22:13:45 UTC", "22:23:55 UTC"])
  }

  @Test(
    "the verdict on an input is shown as a sentence",
    arguments: [
      ("fail", 26, "Failed: Gap in the tags (0:01:58.5)."),
      ("pass", 30, "No faults found: 30 DATA tags and 1 INFO tag in 0:05:10.2."),
      // These cases come from records of earlier versions.
      ("pass", 0, "Not judged: 0 DATA tags and 1 INFO tag in 0:05:10.2."),
      ("absent", 0, "No DATA tag in 0:05:10.2. 2 ID3 tags with other content."),
    ]
  )
  func sentence(verdict: String, data: Int, words: String) throws {
    let findings = verdict == "fail" ? Records.finding() : ""
    let check = Records.check("a", verdict: verdict, data: data, findings: findings)
    #expect(try detail([check]).page.contains("<p class=\"sentence\">\(words)</p>"))
  }

  @Test("a page shows how many renditions a fault affects, and for how long viewers earn no credit")
  func share() throws {
    let named = "\"pid\":258,\"rendition\":\"v/1\""
    let check = Records.check("a", verdict: "fail", gap: "40.0", findings: Records.finding())
      .replacing("\"rendition\":null,\"segment\"", with: "\"rendition\":\"v/1\",\"segment\"")
      .replacing("\"pid\":258,\"rendition\":null", with: named)
      .replacing(
        "\"streams\":[",
        with: "\"streams\":[{\"rendition\":\"v/2\",\"data\":30,\"info\":1,\"verdict\":\"pass\"},"
      )
    let report = try Records.report([check, Records.check("b")])
    let page = try written { try HTMLReport(report).write(to: $0) }
    #expect(page.contains("Failed: Gap in the tags in 1 of 2 renditions (0:01:58.5).</p>"))
    #expect(page.contains("<b>Affects:</b> viewers; up to 40.0 s in a row earn no credit.</p>"))
  }

  @Test("a page shows findings first and folded rules last")
  func order() throws {
    let rules = """
      \(Records.gapRule),{"rule":"tag-present","state":"pass","found":30,"minimum":1,\
      "maximum":null,"notAssessed":null},{"rule":"clock-wall","state":"not-assessed","found":null,\
      "minimum":null,"maximum":null,"notAssessed":"no-wall-clock"},\
      {"rule":"player-hlsjs","state":"pass","found":0,"minimum":null,"maximum":0,\
      "notAssessed":null,"remark":"hls.js would show 3 of 30 tags: no PTS (27)"}
      """
    let page = try detail([
      Records.check("a", verdict: "fail", rules: rules, findings: Records.finding()),
      tag(0, time: 10), tag(1, time: 20), owner(0, "x"), Records.ping("a", 0, time: 1),
    ]).page
    let parts = page.matches(of: /<h3>([^<]*)<\/h3>/).map { String($0.1) }
    #expect(
      parts.dropFirst() == [
        "Findings", "Timeline", "Players", "Content ids", "Other ID3 tags", "Timing", "Pings",
        "Streams", "Rules",
      ]
    )
    #expect(page.contains("<p class=\"sentence\">Failed: Gap in the tags (0:01:58.5).</p>"))
    #expect(page.contains("Gap in the tags <code>cadence-gap</code>"))
    for fold in ["1 failed", "2 passed", "1 not assessed: why"] {
      #expect(page.contains("<summary>\(fold)</summary>"))
    }
    #expect(page.contains("<b>no time of day</b> <code>clock-wall</code>"))
    #expect(page.contains("hls.js: 3 of 30 tags"))
    #expect(page.contains("1 ping: 1 dtvr duration."))
  }

  @Test("a finding without a specific remedy names who repairs faults of its rule")
  func repairer() throws {
    let finding = Records.finding()
    for (text, isNamed) in [(finding, false), (finding.replacing("\"Look.\"", with: "null"), true)]
    {
      let page = try detail([Records.check("a", verdict: "fail", findings: text)]).page
      #expect(page.contains("<b>Repaired by:</b> the encoder.") == isNamed)
    }
  }

  @Test(
    "the rule of a player that misses tags does not count as passed, even in old records",
    arguments: [("info", 27), ("pass", 27), ("pass", 0)]
  )
  func losingPlayer(state: String, found: Int) throws {
    let rules = """
      \(Records.gapRule),{"rule":"tag-present","state":"pass","found":30,"minimum":1,\
      "maximum":null,"notAssessed":null},{"rule":"player-hlsjs","state":"\(state)","found":\(found),\
      "minimum":null,"maximum":null,"notAssessed":null,\
      "remark":"hls.js would show \(30 - found) of 30 tags"}
      """
    let page = try detail([
      Records.check("a", verdict: "fail", rules: rules, findings: Records.finding())
    ]).page
    #expect(page.contains("<summary>\(found > 0 ? 1 : 2) passed</summary>"))
    #expect(page.contains("<summary>1 for information</summary>") == (found > 0))
    #expect(page.contains("hls.js: \(found > 0 ? "3 of" : "all") 30 tags"))
  }

  @Test("players with the same outcome share a line, and lines about earlier versions are last")
  func players() throws {
    let remarks = [
      (
        "media3",
        "media3 would show 30 of 30 tags; media3 before 1.10 shows 0 of 30: tags in an audio rendition"
      ),
      ("hlsjs", "hls.js would show 3 of 30 tags: no PTS (27)"),
      ("muxjs", "mux.js would show 30 of 30 tags; VHS before 3.2 shows 0 of 30: tags in emsg"),
      ("shaka", "Shaka Player would show 3 of 30 tags: no PTS (27)"),
      ("avplayer", "AVPlayer: 30 of 30 tags as Apple's documents require"),
      ("ffmpeg", "FFmpeg would show 0 of 30 tags: tags in emsg (30)"),
    ]
    let rules = remarks.map { name, remark in
      """
      {"rule":"player-\(name)","state":"info","found":1,"minimum":null,"maximum":null,\
      "notAssessed":null,"remark":"\(remark)"}
      """
    }
    let page = try detail([
      Records.check(
        "a",
        verdict: "fail",
        rules: ([Records.gapRule] + rules).joined(separator: ","),
        findings: Records.finding()
      )
    ]).page
    let list = try #require(page.firstMatch(of: /<ul class="players">\n([^§]*?)<\/ul>/)).1
    let lines = list.split(separator: "\n").map { line in
      line.replacing(/<[^>]*>/, with: "")
    }
    #expect(
      lines == [
        "✓media3, mux.js, AVPlayer (documents): all 30 tags",
        "✕hls.js, Shaka Player: 3 of 30 tags no PTS (27)",
        "✕FFmpeg: 0 of 30 tags tags in emsg (30)",
        "media3 before 1.10 shows 0 of 30: tags in an audio rendition; "
          + "VHS before 3.2 shows 0 of 30: tags in emsg",
      ]
    )
  }

  @Test("a gap in an input that passed is not drawn as a fault")
  func quietGaps() throws {
    let lines = [tag(0, time: 10), tag(1, time: 60)]
    for (verdict, style) in [("pass", "gap quiet"), ("fail", "gap")] {
      let (_, page) = try detail(lines + [Records.check("a", verdict: verdict)])
      let gap = "<g class=\"\(style)\"><title>No DATA tag for 50.0 s, from 0:00:10.0 to 0:01:00.0"
      #expect(page.contains(gap))
    }
  }

  @Test("all DATA tags of a rendition are one element, with times in tenths of a second")
  func path() throws {
    let (_, page) = try detail((0..<100).map { tag($0, time: Double($0) / 2) })
    #expect(page.matches(of: /<path class="data tags" d="M0 0v1M5 0v1M10 0v1/).count == 1)
    #expect(page.matches(of: /<path class="dots/).count <= 3)
  }

  @Test("findings and their positions on the timeline link to each other")
  func links() throws {
    let check = Records.check("a", verdict: "fail", findings: Records.finding())
    let page = try detail([check]).page
    for name in [/href="#(f0-\d+)"/, /class="goto" href="#(t0)"/] {
      let id = try #require(page.firstMatch(of: name)?.1)
      #expect(page.contains("id=\"\(id)\""))
    }
  }
}

import Conformance
import Formats
import Testing

@testable import Reports

/// The page of one input, with its script and without.
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

  private func detail(_ lines: [String]) throws -> (input: InputReport, json: JSONValue) {
    let report = try Records.report(lines)
    let input = try #require(report.inputs.first)
    let page = try written { try HTMLReport(report).write(to: $0) }
    let text = try #require(page.firstMatch(of: /id="details-0">(.*?)<\/script>/)?.1)
    return (input, try #require(try JSONValue(parsing: text.utf8).elements.first))
  }

  private func plain(_ lines: [String]) throws -> String {
    let report = try Records.report(lines)
    let page = try written { try HTMLReport(report).write(to: $0) }
    return String(try #require(page.firstMatch(of: /(?s)<noscript>\n(.*)<\/noscript>/)?.1))
  }

  @Test(
    "places have one format and lengths another",
    arguments: [
      (0, "0:00:00.0", "0.0 s"), (9.984, "0:00:10.0", "10.0 s"), (59.96, "0:01:00.0", "60.0 s"),
      (3590.1, "0:59:50.1", "3,590.1 s"), (-1.25, "−0:00:01.3", "−1.3 s"),
    ] as [(Double, String, String)]
  )
  func times(seconds: Double, moment: String, length: String) {
    #expect(Quantity.moment(seconds) == moment)
    #expect(Quantity.length(seconds) == length)
  }

  @Test("lengths without tenths are rounded", arguments: [(79.96, "0:01:20"), (0.4, "0:00:00")])
  func clock(seconds: Double, words: String) { #expect(Quantity.clock(seconds) == words) }

  @Test("a rendition has the name of its record everywhere on its page")
  func rendition() throws {
    let name = "video/160x90/26561"
    let lines = [tag(0, time: 1, rendition: name)]
    #expect(try detail(lines).json["tracks"]?.elements.first?["name"] == .string(name))
    let check = Records.check(
      "a",
      verdict: "fail",
      findings: Records.finding().replacing("\"rendition\":null", with: "\"rendition\":\"\(name)\"")
    )
    let page = try plain([check] + lines)
    #expect(page.contains(name) && !page.contains("kb/s"))
    // What is wrong comes before the timeline.
    let findings = try #require(page.range(of: "<h3>Findings</h3>"))
    let timeline = try #require(page.range(of: "<svg class=\"timeline\""))
    #expect(findings.lowerBound < timeline.lowerBound)
  }

  @Test("content ids have the times from which to which they are seen, and change at a place")
  func contents() throws {
    let lines = [
      tag(0, time: 10), tag(1, time: 20), tag(2, time: 30, fd: "two"), tag(3, time: 40, fd: "two"),
    ]
    let (_, json) = try detail(lines)
    #expect(
      json["contents"]?.elements.map { $0.elements[1...] } == [
        [.string("one"), .string("pc"), .seconds(10), .seconds(20), .integer(2)],
        [.string("two"), .string("pc"), .seconds(30), .seconds(40), .integer(2)],
      ]
    )
    let changes = json["tracks"]?.elements.first?["changes"]?.elements
    #expect(changes == [.array([.seconds(30), .string("FD one → two")])])
    // Read again, nothing counts twice.
    let again = try detail(lines + lines)
    #expect(again.json["contents"] == json["contents"])
  }

  @Test("streams with the same content ids share a row")
  func sharedContents() throws {
    let streams = ["video/1x1", "video/2x2"]
    let (_, json) = try detail(
      streams.enumerated().flatMap { number, name in
        [
          tag(number * 2, time: 10, rendition: name),
          tag(number * 2 + 1, time: 20, rendition: name),
        ]
      }
    )
    #expect(
      json["contents"]?.elements.map { $0.elements[0] } == [.string("all 2 with tags")]
    )
  }

  @Test("content ids that never stay are cut off, and the number of spans has a bound")
  func manyContents() {
    var spans = ContentSpans()
    for number in 0..<1000 {
      spans.append(pc: "pc", fd: "\(number % 2)", time: Double(number))
    }
    #expect(spans.spans.count == ContentSpans.capacity && spans.isCut)
  }

  @Test("without records of tags the owners are those that check counted")
  func checkedOwners() throws {
    let counted = #","owners":[{"owner":"y","tags":7,"writer":null},{"owner":"z","tags":2}]"#
    let check = Records.check("a", more: counted)
    let alone = try detail([check]).json["owners"]?.elements.map { $0.elements.prefix(2) }
    #expect(alone == [[.string("y"), .integer(7)], [.string("z"), .integer(2)]])
    let both = try detail([check, owner(0, "x")]).json["owners"]?.elements
    #expect(both?.map { $0.elements.prefix(2) } == [[.string("x"), .integer(1)]])
  }

  @Test("other owners are listed by name, the most frequent first")
  func owners() throws {
    let apple = "com.apple.streaming.transportStreamTimestamp"
    let lines = [owner(0, "x"), owner(1, apple), owner(2, apple)]
    let (_, json) = try detail(lines)
    #expect(
      json["owners"]?.elements.map { $0.elements.prefix(2) } == [
        [.string(apple), .integer(2)], [.string("x"), .integer(1)],
      ]
    )
    let page = try plain(
      lines + [Records.check("a", verdict: "fail", findings: Records.finding())]
    )
    #expect(page.contains("<code>\(apple)</code>: 2 tags"))
  }

  @Test("the time of day goes with the tags, and jumps where their dates do")
  func dayClock() throws {
    let (input, json) = try detail([
      tag(0, time: 10, day: "2023-11-14T22:13:30.5Z"),
      tag(1, time: 20, day: "2023-11-14T22:13:40.5Z"),
      tag(2, time: 30, day: "2023-11-14T22:23:50.5Z"),
    ])
    #expect(json["clock"]?.elements.count == 2)
    let times = [0, 25, 35].map { Quantity.timeOfDay(input.dayClock.unix(at: $0)) }
    #expect(times == ["22:13:20 UTC", "22:13:45 UTC", "22:23:55 UTC"])
  }

  @Test(
    "the verdict is a sentence",
    arguments: [
      ("fail", 26, "Failed: Gap in the tags (0:01:58.5)."),
      ("pass", 30, "Nothing wrong found: 30 DATA tags and 1 INFO tag in 0:05:10.2."),
      // As records of earlier versions have it.
      ("pass", 0, "Not judged: 0 DATA tags and 1 INFO tag in 0:05:10.2."),
      ("absent", 0, "No Nielsen tag in 0:05:10.2. 2 ID3 tags of other owners."),
    ]
  )
  func sentence(verdict: String, data: Int, words: String) throws {
    let findings = verdict == "fail" ? Records.finding() : ""
    let check = Records.check("a", verdict: verdict, data: data, findings: findings)
    #expect(try detail([check]).json["sentence"] == .string(words))
  }

  @Test("without the script the parts come in the same order, and rules are folded")
  func plainOrder() throws {
    let rules = """
      \(Records.gapRule),{"rule":"tag-present","state":"pass","found":30,"minimum":1,\
      "maximum":null,"notAssessed":null},{"rule":"clock-wall","state":"not-assessed","found":null,\
      "minimum":null,"maximum":null,"notAssessed":"no-wall-clock"},\
      {"rule":"player-hlsjs","state":"pass","found":0,"minimum":null,"maximum":0,\
      "notAssessed":null,"remark":"hls.js would show 3 of 30 tags: no PTS (27)"}
      """
    let page = try plain([
      Records.check("a", verdict: "fail", rules: rules, findings: Records.finding()),
      tag(0, time: 10), owner(0, "x"), Records.ping("a", 0, time: 1),
    ])
    let parts = page.matches(of: /<h3>([^<]*)<\/h3>/).map { String($0.1) }
    #expect(
      parts == [
        "Findings", "Players", "Content ids", "Other ID3 tags", "Pings", "Streams", "Rules",
      ]
    )
    #expect(page.contains("<p class=\"sentence\">Failed: Gap in the tags (0:01:58.5).</p>"))
    #expect(page.contains("Gap in the tags <code>cadence-gap</code>"))
    for fold in ["1 failed", "2 passed", "1 not assessed: why"] {
      #expect(page.contains("<summary>\(fold)</summary>"))
    }
    #expect(page.contains("<dt>no time of day (1)</dt><dd>clock-wall</dd>"))
    #expect(page.contains("hls.js: 3 of 30 tags"))
    #expect(page.contains("1 ping: 1 dtvr duration."))
  }

  @Test(
    "a player that misses tags is no rule that passed, also in earlier records",
    arguments: [("info", 27), ("pass", 27), ("pass", 0)]
  )
  func losingPlayer(state: String, found: Int) throws {
    let rules = """
      \(Records.gapRule),{"rule":"tag-present","state":"pass","found":30,"minimum":1,\
      "maximum":null,"notAssessed":null},{"rule":"player-hlsjs","state":"\(state)","found":\(found),\
      "minimum":null,"maximum":null,"notAssessed":null,\
      "remark":"hls.js would show \(30 - found) of 30 tags"}
      """
    // Only inputs with a problem have details without the script.
    let page = try plain([
      Records.check("a", verdict: "fail", rules: rules, findings: Records.finding())
    ])
    #expect(page.contains("<summary>\(found > 0 ? 1 : 2) passed</summary>"))
    #expect(page.contains("<summary>1 for information</summary>") == (found > 0))
    #expect(page.contains("hls.js: \(found > 0 ? "3 of" : "all") 30 tags"))
  }

  @Test(
    "players with the same outcome share a line, those that show all are first, earlier versions last"
  )
  func players() throws {
    let remarks = [
      (
        "media3",
        "media3 would show 30 of 30 tags; media3 before 1.10 shows 0 of 30: tags in an audio rendition"
      ),
      ("hlsjs", "hls.js would show 3 of 30 tags: no PTS (27)"),
      ("muxjs", "mux.js would show 30 of 30 tags; VHS before 3.2 shows 0 of 30: tags in emsg"),
      ("shaka", "Shaka Player would show 3 of 30 tags: no PTS (27)"),
      ("avplayer", "AVPlayer: 30 of 30 tags as Apple's documents ask"),
      ("ffmpeg", "FFmpeg would show 0 of 30 tags: tags in emsg (30)"),
    ]
    let rules = remarks.map { name, remark in
      """
      {"rule":"player-\(name)","state":"info","found":1,"minimum":null,"maximum":null,\
      "notAssessed":null,"remark":"\(remark)"}
      """
    }
    let page = try plain([
      Records.check(
        "a",
        verdict: "fail",
        rules: ([Records.gapRule] + rules).joined(separator: ","),
        findings: Records.finding()
      )
    ])
    let list = try #require(page.firstMatch(of: /<ul class="players">\n([^§]*?)<\/ul>/)).1
    let lines = list.split(separator: "\n").map { line in
      line.replacing(/<[^>]*>/, with: "")
    }
    #expect(
      lines == [
        "✓media3, mux.js, AVPlayer (documents): all 30 tags ",
        "✕hls.js, Shaka Player: 3 of 30 tags no PTS (27)",
        "✕FFmpeg: 0 of 30 tags tags in emsg (30)",
        "media3 before 1.10 shows 0 of 30: tags in an audio rendition; "
          + "VHS before 3.2 shows 0 of 30: tags in emsg",
      ]
    )
  }

  @Test("without the script a gap of an input that passes is not drawn")
  func quietGaps() throws {
    let lines = [tag(0, time: 10), tag(1, time: 60)]
    for (verdict, count) in [("pass", 0), ("fail", 1)] {
      let (input, _) = try detail(lines + [Records.check("a", verdict: verdict)])
      let track = try #require(PlainTimeline(input: input).tracks(1).first)
      #expect(track.markup.matches(of: /class="gap"/).count == count)
    }
  }
}

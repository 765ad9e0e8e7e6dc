import Conformance
import Formats
import Testing

@testable import Reports

@Suite struct ReportBuilderTests {
  @Test("the records of an input are combined, whatever their order")
  func anyOrder() throws {
    let lines = [
      Records.check("a"), Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 20),
      Records.ping("a", 0, time: 15), Records.check("b", verdict: "fail", data: 5),
    ]
    for order in [[0, 1, 2, 3, 4], [3, 1, 4, 2, 0], [1, 3, 2, 0, 4]] {
      let report = try Records.report(order.map { lines[$0] })
      let input = try #require(report.inputs.first { $0.name == "a" })
      #expect(input.verdict == .pass)
      #expect(input.tags == TagCounts(data: 30, info: 1, other: 2))
      #expect(input.tracks.count == 1)
      #expect(input.tracks[0].tags.points.map(\.time) == [10, 20])
      #expect(input.tracks[0].strip?.marks == Array("di..!d".utf8))
      #expect(input.pings.total == 1)
      #expect(report.totals.inputs == 2)
      #expect(report.totals.tags.data == 35)
      #expect(report.totals.statusCounts == [.pass: 1, .fail: 1])
    }
  }

  @Test("tags alone give presence, times and the longest gap, but no verdict")
  func tagsAlone() throws {
    let report = try Records.report([
      Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 12, kind: "info"),
      Records.tag("a", 2, time: 50.5),
    ])
    let input = try #require(report.inputs.first)
    #expect(input.verdict == nil)
    #expect(input.tags == TagCounts(data: 2, info: 1))
    #expect(input.firstTag == 10 && input.lastTag == 50.5 && input.longestGap == 40.5)
    #expect(input.tracks[0].tags.gaps == [TagSeries.Gap(start: 10, end: 50.5)])
  }

  @Test("times that are missing in a record of watch are taken from the tags")
  func watchedTimes() throws {
    let watched = Records.check("a", gap: "null")
      .replacing("\"firstTag\":8.567,\"lastTag\":308.6", with: "\"firstTag\":null,\"lastTag\":null")
    let tags = [(0, 10.0), (1, 20.0), (2, 50.0)].map { Records.tag("a", $0, time: $1) }
    let report = try Records.report([watched] + tags)
    #expect(report.inputs.map(\.firstTag) == [10])
    #expect(report.inputs.map(\.lastTag) == [50])
    #expect(report.inputs.map(\.longestGap) == [30])
    // Tags that were already counted are not counted again.
    #expect(report.inputs.map(\.tags.data) == [30])
  }

  @Test(
    "the pings lost because of gaps are reported in a sentence, if any were lost",
    arguments: [(5, "Without the gaps between tags there would be 5."), (2, nil), (nil, nil)]
      as [(Int?, String?)]
  )
  func costOfGaps(pings: Int?, words: String?) throws {
    let builder = ReportBuilder()
    let cost = pings.map(String.init) ?? "null"
    let input = #"{"input":"a","verdict":null,"state":"done","pings_without_gaps":\#(cost)}"#
    builder.take(.input(.init(try JSONValue(parsing: input.utf8))))
    for index in 0..<2 {
      let ping = try JSONValue(parsing: Records.ping("a", index, time: 1).utf8)
      builder.take(.ping(.init(ping)))
    }
    #expect(builder.finish().inputs.map(\.costOfGaps) == [words])
  }

  @Test(
    "rules that a record does not name count as passed only if their number is correct",
    arguments: [0, 1]
  )
  func otherRules(surplus: Int) throws {
    let others = RuleDescription.all.map(\.id.rawValue).filter { $0 != "cadence-gap" }
    let groups = """
      ,"otherRules":[{"state":"pass","notAssessed":null,"count":\(others.count - 2 + surplus),\
      "rules":[]},{"state":"not-assessed","notAssessed":"carriage","count":2,\
      "rules":["\(others[0])","\(others[1])"]}]
      """
    let report = try Records.report([
      Records.check("a", verdict: "fail", rules: Records.gapRule, more: groups)
    ])
    #expect(report.rules.filter { $0[.fail] == 1 }.map(\.rule.rawValue) == ["cadence-gap"])
    let unassessed = report.rules.filter { $0[.notAssessed] == 1 }.map(\.rule.rawValue)
    #expect(unassessed == Array(others.prefix(2)))
    #expect(report.rules.count { $0[.pass] == 1 } == (surplus == 0 ? others.count - 2 : 0))
  }

  /// A record of `check` with DATA and INFO tags in renditions; an empty name means a transport stream.
  private static func check(_ streams: [(name: String, data: Int, info: Int)]) -> String {
    let rows = streams.map { name, data, info in
      """
      {"program":1,"pid":258,"rendition":\(name.isEmpty ? "null" : "\"\(name)\""),\
      "tags":\(data + info),"data":\(data),"info":\(info),"carriage":"ts-pes","verdict":"pass"}
      """
    }
    let sums = streams.reduce((0, 0)) { ($0.0 + $1.data, $0.1 + $1.info) }
    return """
      {"input":"a","verdict":"pass","tags":{"data":\(sums.0),"info":\(sums.1),"other":6},\
      "duration":60,"streams":[\(rows.joined(separator: ","))],"rules":[],"findings":[]}
      """
  }

  @Test(
    "a tag that several renditions share counts once",
    arguments: [
      ([("v1", 6, 1), ("v2", 6, 1), ("a", 6, 1)], 6, 1, "6 in each of 3 renditions"),
      ([("v1", 5, 1), ("v2", 6, 0)], 6, 1, "5 to 6 in each of 2 renditions"),
      ([("v1", 0, 0), ("v2", 0, 0), ("a", 6, 1)], 6, 1, "6"),
      ([("", 6, 1), ("", 4, 1)], 10, 2, "10"),
      ([("a", 6, 1)], 6, 1, "6"),
    ] as [([(String, Int, Int)], Int, Int, String)]
  )
  func sharedTags(streams: [(String, Int, Int)], data: Int, info: Int, words: String) throws {
    let report = try Records.report([Self.check(streams)])
    let input = try #require(report.inputs.first)
    #expect(report.totals.tags.data == data && report.totals.tags.info == info)
    #expect(report.totals.tags.other == 6)
    let tags = input.viewerTags
    let shared = tags.renditions > 1 ? " in each of \(tags.renditions) renditions" : ""
    let (least, most) = (tags.data.lowerBound, tags.data.upperBound)
    #expect((least < most ? "\(least) to " : "") + "\(most)\(shared)" == words)
    #expect(VerdictSentence(input: input).words.contains("found: \(data) DATA tag"))
    #expect(input.tags.data == data)
  }

  @Test("without a `check` record, a tag that is in several renditions counts once")
  func sharedTagsOfRecords() throws {
    let lines = ["v1", "v2"].enumerated().flatMap { number, name in
      (0..<3).map { index in
        Records.tag("a", number * 3 + index, time: Double(10 + index * 10))
          .replacing("\"rendition\":null", with: "\"rendition\":\"\(name)\"")
      }
    }
    let report = try Records.report(lines)
    #expect(report.inputs.map(\.viewerTags.data) == [3...3])
    #expect(report.inputs.map(\.viewerTags.renditions) == [2])
    #expect(report.totals.tags.data == 3)
  }

  @Test("new records of an input that was read again replace its earlier records")
  func again() throws {
    let once = [Records.tag("a", 0, time: 10), Records.tag("a", 1, time: 20)]
    let report = try Records.report(
      once + once + [Records.check("a"), Records.check("a", data: 9)]
    )
    #expect(report.inputs.count == 1)
    #expect(report.inputs[0].tracks[0].tags.data == 2)
    #expect(report.inputs[0].tags.data == 9)
  }

  @Test("filtered records that are given twice count once, and other streams and products are kept")
  func filtered() throws {
    let once = [
      Records.tag("a", 3, time: 30), Records.tag("a", 5, time: 50), Records.ping("a", 2, time: 9),
      Records.ping("a", 4, time: 10),
    ]
    let other = [
      Records.tag("a", 4, time: 40).replacing("\"rendition\":null", with: "\"rendition\":\"x\""),
      Records.ping("a", 1, time: 9).replacing("dtvr", with: "dcrstatic"),
    ]
    let report = try Records.report(once + other + once)
    let input = try #require(report.inputs.first)
    #expect(input.tracks.map(\.tags.data) == [2, 1])
    #expect(input.tags.data == 2)
    #expect(input.pings.total == 3)
    #expect(input.pings.counts == [2, 1])
    #expect(input.pings.points.count == 3)
    #expect(report.totals.pings == 3)
  }

  @Test("inputs of a database are listed whatever their state, and other records add to them")
  func stored() throws {
    func stored(_ name: String, _ state: String, error: String = "null") throws -> ReportRecord {
      let line =
        #"{"input":"\#(name)","verdict":null,"error":\#(error),"state":"\#(state)"}"#
      return .input(.init(try JSONValue(parsing: line.utf8)))
    }
    let builder = ReportBuilder()
    builder.take(try stored("waiting", "waiting"))
    builder.take(try stored("late", "timed-out", error: "\"late: took too long: wait\""))
    builder.take(try stored("broken", "unreadable", error: "\"broken: no such file: look\""))
    builder.take(try stored("done", "done"))
    builder.take(try stored("elsewhere", "waiting"))
    for line in [Records.tag("done", 0, time: 1), Records.check("elsewhere")] {
      builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
    }
    builder.take(try stored("elsewhere", "waiting"))
    let report = builder.finish()
    #expect(
      report.inputs.map(\.status) == [.waiting, .unreadable, .unreadable, .notChecked, .pass]
    )
    #expect(report.inputs[2].failure == "broken: no such file: look")
    #expect(report.inputs[3].tags.data == 1)
    #expect(
      report.totals.statusCounts == [.waiting: 1, .unreadable: 2, .notChecked: 1, .pass: 1]
    )
    let page = try written { try HTMLReport(report).write(to: $0) }
    #expect(page.contains("1 input is not read yet: run id3tap batch again"))
    let junit = try written { try JUnitReport(report).write(to: $0) }
    #expect(junit.contains("<skipped message=\"not read yet\"/>"))
    #expect(junit.contains("<error message=\"broken: no such file: look\"/>"))
    let markdown = MarkdownReport(report).text
    #expect(markdown.contains("5 inputs: 2 unreadable, 1 not read yet, 1 not checked, 1 pass"))
  }

  @Test("a fault belongs to the stream of its program or rendition, or to the input as a whole")
  func tracks() throws {
    let tags = [1, 2].map {
      Records.tag("a", $0, time: 1).replacing("\"program\":1", with: "\"program\":\($0)")
    }
    let findings = [
      Records.finding().replacing("\"program\":1", with: "\"program\":2"), Records.finding(),
      Records.finding().replacing("\"program\":1", with: "\"program\":3"),
      Records.finding().replacing("\"program\":1", with: "\"program\":null"),
      Records.finding().replacing("\"rendition\":null", with: "\"rendition\":\"x\""),
    ]
    let check = Records.check("a", verdict: "fail", findings: findings.joined(separator: ","))
    let report = try Records.report(tags + [check])
    let input = try #require(report.inputs.first)
    #expect(input.findings.map { input.trackIndex(of: $0) } == [1, 0, nil, nil, nil])
    let alone = try #require(try Records.report([check]).inputs.first)
    #expect(alone.findings.map { alone.trackIndex(of: $0) } == [nil, 0, nil, 0, nil])
    let cover = TrackCover(input, results: report.results(of: input))
    let timeline = Timeline(input: input, number: 0, cover: cover)
    let lanes = try #require(timeline.html).markup
    let names = lanes.matches(of: /<p class="track-name">([^<]*)</).map { String($0.1) }
    #expect(names == ["program 1", "program 2", "the input as a whole"])
    // Findings at the same position share a flag.
    let flags = lanes.matches(of: /data-findings="([^"]*)"/).map { String($0.1) }
    #expect(flags == ["1", "0", "2 3 4"])
  }

  @Test("inputs above the capacity are counted but not listed")
  func capacity() throws {
    let builder = ReportBuilder(inputCapacity: 2, weightCapacity: 1 << 20)
    for name in ["a", "b", "c", "d"] {
      let line = Records.check(name, verdict: name == "d" ? "fail" : "pass")
      builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
    }
    let report = builder.finish()
    #expect(report.inputs.map(\.name) == ["a", "b"])
    #expect(report.unlistedInputs == 2)
    #expect(report.totals.inputs == 4)
    #expect(report.totals.statusCounts == [.pass: 3, .fail: 1])
  }

  @Test("above the memory limit, details are dropped, those of passed inputs first")
  func weight() throws {
    let builder = ReportBuilder(inputCapacity: 100, weightCapacity: 6000)
    let lines = (0..<20).flatMap { index in
      [
        Records.check(
          "\(index)",
          verdict: index == 0 ? "fail" : "pass",
          findings: Records.finding()
        ), Records.ping("\(index)", 0, time: 1),
      ]
    }
    for line in lines {
      builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
    }
    let report = builder.finish()
    #expect(report.reducedInputs > 0 && report.reducedInputs < 20)
    #expect(!report.inputs[0].isReduced && report.inputs[1].isReduced)
    #expect(report.inputs[1].findings.isEmpty)
    #expect(report.totals.findings == [.error: 20])
    #expect(report.totals.pings == 20)
  }

  @Test("extreme numbers in hostile records cause no crash")
  func hostileNumbers() throws {
    let line = Records.check("a", data: .max, gap: "1e400", findings: Records.finding(count: .max))
    let twice = [line, line.replacing("\"a\"", with: "\"b\"")]
    let report = try Records.report(twice)
    #expect(report.inputs.count == 2)
  }
}

import Conformance
import Formats
import Records
import Testing

@testable import Reports

@Suite struct FirstScreenTests {
  @Test(
    "the first sentence has the result, and the second sentence has the counts",
    arguments: [
      (["pass"], "The input is clean.", ""),
      (["pass", "pass"], "All 2 inputs are clean.", ""),
      (["fail"], "The input fails.", ""),
      (["absent"], "The input carries no DATA tags.", ""),
      (["unreadable"], "The input could not be read.", ""),
      (["warn"], "The input has warnings, but does not fail.", ""),
      (["warn", "pass", "pass"], "No input fails; 1 of 3 has warnings.", "2 are clean."),
      (["pass", "fail"], "1 of 2 inputs has a problem.", "1 fails. 1 is clean."),
      (
        ["absent", "absent", "fail", "unreadable", "warn", "pass"],
        "4 of 6 inputs have a problem.",
        "2 carry no DATA tags, 1 fails, 1 could not be read. 1 more has warnings; 1 is clean."
      ),
      (["not-judged"], "Too little was read to tell whether the input has DATA tags.", ""),
      (
        ["not-judged", "not-judged", "pass"],
        "No input fails; 2 of 3 could not be judged.", "1 is clean."
      ),
      (["absent", "fail"], "All 2 inputs have a problem.", "1 carries no DATA tags, 1 fails."),
    ]
  )
  func headline(verdicts: [String], sentence: String, counts: String) throws {
    let lines = verdicts.enumerated().map { Records.check("\($0)", verdict: $1) }
    let headline = Headline(try Records.report(lines))
    #expect(headline.sentence == sentence)
    #expect(headline.counts == counts)
  }

  @Test("the headline of a report with only comparisons is about the comparisons")
  func comparisons() throws {
    let line = """
      {"expected":"a","actual":"b","verdict":"different","sessions":1,"pings":{"expected":2,\
      "actual":1,"matched":1},"differences":[]}
      """
    let report = try Records.report([line])
    #expect(Headline(report).sentence == "The pings differ from what was expected.")
    #expect(IdentityLine(report: report).text.hasPrefix("1 comparison · "))
    #expect(Headline(try Records.report([])).sentence == "There are no inputs.")
    #expect(
      Headline(try Records.report([Records.tag("a", 0, time: 1)])).sentence
        == "No input was checked."
    )
  }

  private func run(_ started: String, _ settings: String = "{}") throws -> StoredRun {
    let settings = try JSONValue(parsing: settings.utf8)
    let directory = "/home/me/recordings"
    return StoredRun(
      RunDescription(version: "0.1.0", settings: settings, directory: directory),
      started: started
    )
  }

  @Test(
    "the identity line has the time, the version, and the settings that differ from the defaults"
  )
  func identity() throws {
    var report = try Records.report([Records.check("a"), Records.ping("a", 0, time: 1)])
    #expect(
      IdentityLine(report: report).text
        == "1 input · 5 min 10 s of content · 30 DATA and 1 INFO tags · 1 ping · "
        + "reported with id3tap \(ToolVersion.id3tap) · "
        + "independent software, not a Nielsen certification"
    )
    report.runs = [try run("2026-11-22T01:36:08.379Z")]
    #expect(
      IdentityLine(report: report).text.contains(
        "checked 2026-11-22 01:36 UTC with id3tap 0.1.0, default settings, in the folder recordings · "
      )
    )
    report.runs.append(try run("2026-11-23T02:00:00.000Z", "{\"check\":{\"strict\":true}}"))
    #expect(
      IdentityLine(report: report).text.contains(
        "checked 2026-11-22 01:36 UTC to 2026-11-23 02:00 UTC with id3tap 0.1.0, settings differ"
      )
    )
  }

  @Test(
    "only settings that differ from the defaults are listed",
    arguments: [
      (
        """
        {"do":["extract","check","pings"],"program":null,"variant":[],"follow":false,\
        "check":{"strict":false,"require":[],"rules":{}},"pings":{"playhead":"vod","ads":false,\
        "seed":"0","product":null}}
        """, [String]()
      ),
      (
        """
        {"do":["check"],"limitSeconds":60,"check":{"strict":true,"require":["audio","tags"],\
        "rules":{"cadence-gap":{"severity":"off","maximum":2.5},"tag-header":{"severity":null}}}}
        """,
        [
          "do check", "limit-seconds 60", "strict", "require audio,tags", "cadence-gap=off",
          "cadence-gap.maximum=2.5",
        ]
      ),
    ]
  )
  func settings(json: String, words: [String]) throws {
    #expect(try run("", json).description.differingSettings == words)
  }

  @Test("a page shows its title, its headline and the causes")
  func page() throws {
    let report = try Records.report([
      Records.check("good.ts"),
      Records.check(
        "in/bad 1.ts",
        verdict: "fail",
        gap: "40.0",
        rules: Records.gapRule,
        findings: Records.finding()
      ),
    ])
    let page = try written {
      try HTMLReport(report, title: "Channel <4>").write(to: $0)
    }
    #expect(page.contains("<title>Channel &lt;4&gt;</title>"))
    #expect(page.contains("<h1>Channel &lt;4&gt;</h1>"))
    let scripted = try #require(
      page.firstMatch(of: /(?s)<section id="overview">(.*?)<\/section>/)?.1
    )
    #expect(scripted.contains("1 of 2 inputs has a problem. <small>1 fails. 1 is clean.</small>"))
    #expect(scripted.contains("<b>Gap in the tags, up to 40.0 s</b>"))
    #expect(scripted.contains("<a href=\"#input=in/bad%201.ts\">in/bad 1.ts</a> at 0:01:59"))
    #expect(scripted.contains("<b>Affects:</b> viewers; up to 40.0 s in a row earn no credit."))
    #expect(scripted.contains("<b>Do:</b> "))
    #expect(page.contains("<section class=\"detail block\" id=\"input=in/bad%201.ts\""))
    #expect(page.contains("href=\"#verdict=fail\"") && page.contains("<td id=\"verdict=fail\">"))
  }

  @Test("a single unreadable input has its own reason and remedy")
  func reason() throws {
    let line = Records.check("a.ts", verdict: "unreadable")
      .replacing("\"error\":null", with: "\"error\":\"a.ts: is empty: name a stream\"")
    let report = try Records.report([line])
    let cause = try #require(ReportIndex(report).causes.first)
    let text = CauseText(report: report, cause: cause)
    #expect(text.title == "Could not be read: is empty")
    #expect(text.remedy == "Name a stream.")
  }

  @Test("at most five errors are shown as causes, and warnings only if there are few errors")
  func causes() throws {
    func causes(errors: Int, warnings: Int) throws -> Int {
      let findings = (0..<errors + warnings).map { number in
        Records.finding("rule-\(number)")
          .replacing("\"error\"", with: number < errors ? "\"error\"" : "\"warning\"")
      }
      let report = try Records.report([
        Records.check("a", verdict: "fail", findings: findings.joined(separator: ","))
      ])
      return Overview(report: report, index: ReportIndex(report)).shown.count
    }
    #expect(try causes(errors: 9, warnings: 9) == 5)
    #expect(try causes(errors: 4, warnings: 9) == 4)
    #expect(try causes(errors: 1, warnings: 9) == 3)
    #expect(try causes(errors: 0, warnings: 2) == 2)
  }
}

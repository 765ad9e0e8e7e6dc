import Conformance
import Formats
import Testing

@testable import Reports

@Suite struct ReportDifferenceTests {
  private func difference(_ old: [String], _ new: [String]) throws -> ReportDifference {
    ReportDifference(old: try Records.report(old), new: try Records.report(new))
  }

  @Test("equal results have no differences")
  func same() throws {
    let lines = [Records.check("a", findings: Records.finding())]
    #expect(try difference(lines, lines).changes.isEmpty)
  }

  @Test("gaps that differ by one frame are not reported as a difference")
  func wandering() throws {
    let (old, new) = (Records.check("a", gap: "10.0"), Records.check("a", gap: "10.024"))
    #expect(try difference([old], [new]).changes.isEmpty)
  }

  @Test("several new findings with the same cause give one row, with the rule of the cause")
  func lostStream() throws {
    let findings = ["tag-present", "cadence-start", "tag-count"].map {
      Records.finding($0, message: "no Nielsen tag in 310.2 s")
    }
    let lost = Records.check(
      "a",
      verdict: "absent",
      data: 0,
      gap: "null",
      findings: findings.joined(separator: ",")
    )
    let difference = try difference([Records.check("a")], [lost])
    #expect(
      difference.changes == [
        .init(
          direction: .worse,
          input: "a",
          what: "No Nielsen tags: no Nielsen tag in 310.2 s",
          rule: RuleID(rawValue: "tag-present"),
          old: "30 DATA",
          new: "0 DATA"
        )
      ]
    )
    let page = try written { try DifferenceDocument(difference).writeHTML(to: $0) }
    #expect(page.contains("no Nielsen tag in 310.2 s <code>tag-present</code>"))
  }

  @Test("fewer tags are neither better nor worse if the input was checked and has no problem")
  func numbers() throws {
    let difference = try difference([Records.check("a")], [Records.check("a", data: 29)])
    #expect(difference.changes.map(\.what) == ["DATA tags"] && !difference.isWorse)
    #expect(difference.changes.map(\.direction) == [.changed])
  }

  @Test(
    "dates in names are replaced by stars, and on request also the times of day after them",
    arguments: [
      ("2026-11-27/news.ts", "*/news.ts", "*/news.ts"),
      ("a/2026/11/27/b.ts", "a/*/b.ts", "a/*/b.ts"),
      ("news_20261127_2100.ts", "news_*_2100.ts", "news_*.ts"),
      ("2026-11-27T21:00:05Z.ts", "*T21:00:05Z.ts", "*.ts"),
      ("20261127-21-00-00.ts", "*-21-00-00.ts", "*.ts"),
      // These numbers are not dates.
      ("2026-13-27.ts", "2026-13-27.ts", "2026-13-27.ts"),
      ("120261127.ts", "120261127.ts", "120261127.ts"),
      ("202611270.ts", "202611270.ts", "202611270.ts"),
      ("2026-1127.ts", "2026-1127.ts", "2026-1127.ts"),
      ("20261127_9999.ts", "*_9999.ts", "*_9999.ts"), ("", "", ""),
      ("2026-11", "2026-11", "2026-11"),
    ]
  )
  func dates(name: String, withTimes: String, without: String) {
    #expect(DatedName.text(name, removesTimes: false) == withTimes)
    #expect(DatedName.text(name, removesTimes: true) == without)
  }

  @Test("names that differ in their dates are paired, and ambiguous names are reported")
  func pairing() throws {
    let old = ["same", "2026-11-27/a.ts", "2026-11-27/x1.ts", "27/20261127_2100.ts"]
    let new = ["2026-11-28/a.ts", "same", "2026-11-28/x2.ts", "27/20261128_2101.ts"]
    let dated = InputPairing(old, new, InputIdentityKey.withoutDates.rounds)
    #expect(dated.partners == [.one(1), .one(0), .none, .one(3)])
    #expect(dated.alone == [2] && dated.ambiguities.isEmpty)
    let captured = InputIdentityKey.expression(try Regex("/(x)[0-9]"))
    #expect(InputPairing(old, new, captured.rounds).partners[2] == .one(2))
    let matched = InputIdentityKey.expression(try Regex("[ax]"))
    #expect(InputPairing(old, new, matched.rounds).partners == [.one(1), .one(0), .one(2), .none])
    let several = InputPairing(
      ["2026-11-26/a", "2026-11-27/a"],
      ["2026-11-28/a", "b"],
      InputIdentityKey.withoutDates.rounds
    )
    #expect(several.partners == [.ambiguous, .none] && several.alone.isEmpty)
    #expect(
      several.ambiguities.first?.hasPrefix(
        "2026-11-26/a and 2026-11-27/a of the old result and 2026-11-28/a of the new one cannot"
      ) == true
    )
  }

  @Test("a changed cause is better or worse, and an input in only one report is added or removed")
  func changes() throws {
    let bad = Records.check(
      "b",
      verdict: "fail",
      data: 20,
      gap: "40.0",
      findings: Records.finding() + "," + Records.finding("tag-duplicate", count: 3)
    )
    let good = Records.check("b", findings: Records.finding("tag-duplicate"))
    let changes = try difference(
      [Records.check("gone"), bad],
      [Records.check("new", verdict: "warn"), good]
    ).changes
    let lines = changes.map { "\($0.direction) \($0.input) \($0.what) \($0.old) \($0.new)" }
    #expect(
      lines == [
        "removed gone input pass –", "added new input – warn",
        "better b Tag delivered twice: no DATA tag for 40.0 s 3 1",
        "better b Gap in the tags 40.0 s 10.0 s",
      ]
    )
    let back = try difference([good], [bad])
    #expect(back.count(.worse) == 2 && back.isWorse)
    #expect(back.count(.better) == 0)
  }

  @Test("an input that was not checked has no findings to compare")
  func unchecked() throws {
    let changes = try difference(
      [Records.check("a", data: 1, gap: "null", findings: Records.finding())],
      [Records.tag("a", 0, time: 1), Records.tag("a", 1, time: 2, kind: "info")]
    ).changes
    #expect(changes.map(\.what) == ["verdict"])
    #expect(changes.map(\.direction) == [.changed])
  }

  @Test("an input that was not read yet in one of the results is left out and counted")
  func unread() throws {
    func report(_ lines: [String], waiting names: [String]) throws -> Report {
      let builder = ReportBuilder()
      for name in names {
        let line = #"{"input":"\#(name)","state":"waiting"}"#
        builder.take(.input(.init(try JSONValue(parsing: line.utf8))))
      }
      for line in lines {
        builder.take(try #require(ReportRecord(try JSONValue(parsing: line.utf8))))
      }
      return builder.finish()
    }
    let difference = ReportDifference(
      old: try report([Records.check("a"), Records.check("b")], waiting: ["c", "d"]),
      new: try report([Records.check("b"), Records.check("c")], waiting: ["a", "e"])
    )
    #expect(difference.changes.isEmpty)
    #expect(difference.unreadCount == 4)
    let document = DifferenceDocument(difference)
    let words = "4 inputs are not compared: they were not read yet in one of the two results."
    #expect(document.markdown.contains(words))
    #expect(try written { try document.writeHTML(to: $0) }.contains(words))
  }

  @Test("documents of differences escape foreign text")
  func documents() throws {
    let document = DifferenceDocument(try difference([], [Records.check("<b>|x")]))
    #expect(document.markdown.contains("| + added | \\<b\\>\\|x | input | – | pass |"))
    let page = try written { try document.writeHTML(to: $0) }
    #expect(page.contains("&lt;b&gt;|x"))
    #expect(!page.contains("<b>|x") && page.matches(of: /<script/).count == 1)
  }

  @Test("the headline counts the inputs with each outcome, and inputs are listed worst first")
  func headline() throws {
    let bad = {
      Records.check($0, verdict: "fail", data: 20, gap: "40.0", findings: Records.finding())
    }
    let none = Records.check("lost", verdict: "absent", data: 0, gap: "null")
    let difference = try difference(
      [bad("repaired"), Records.check("worse"), bad("lost"), Records.check("same")],
      [Records.check("repaired"), bad("worse"), none, Records.check("same")]
    )
    #expect(difference.headline == "1 input got worse, 1 lost its tags, 1 was repaired.")
    #expect(difference.inputs.map(\.name) == ["lost", "worse", "repaired"])
    // The change from faulty tags to none is for the worse; the disappearance of the gap is not an improvement.
    let lost = try #require(difference.inputs.first).changes
    #expect(lost.map(\.what) == ["verdict"] && lost.map(\.direction) == [.worse])
    let names = DifferenceDocument.Names(
      old: "monday.sqlite",
      new: "tuesday.sqlite",
      oldPage: "javascript:a\"/old.html"
    )
    let document = DifferenceDocument(difference, names: names)
    let page = try written { try document.writeHTML(to: $0) }
    #expect(page.contains("1 input got worse, 1 lost its tags, 1 was repaired."))
    #expect(page.contains("monday.sqlite") && page.contains("tuesday.sqlite"))
    #expect(page.contains("<a href=\"javascript%3Aa%22/old.html#input=worse\">old report</a>"))
    #expect(!page.contains("new report"))
    #expect(page.matches(of: /<article/).count == 3 && page.contains("Worse only"))
    #expect(document.markdown.contains("monday") && document.markdown.contains("1 lost its tags"))
  }
}

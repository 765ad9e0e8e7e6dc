import Formats
import Testing

@testable import Reports

@Suite struct ReportDifferenceTests {
  private func difference(_ old: [String], _ new: [String]) throws -> ReportDifference {
    ReportDifference(old: try Records.report(old), new: try Records.report(new))
  }

  @Test("the same results have no difference")
  func same() throws {
    let lines = [Records.check("a", findings: Records.finding())]
    #expect(try difference(lines, lines).changes.isEmpty)
  }

  @Test("gaps that wander by a frame are no difference")
  func wandering() throws {
    let (old, new) = (Records.check("a", gap: "10.0"), Records.check("a", gap: "10.024"))
    #expect(try difference([old], [new]).changes.isEmpty)
  }

  @Test("verdict, tags, gaps and findings show which way they went, worse before better")
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
        "removed gone input pass –", "added new input – warn", "better b verdict fail pass",
        "better b DATA tags 20 30",
        "better b longest gap 40 s 10 s", "better b findings of cadence-gap: gone 1 0",
        "better b findings of tag-duplicate: less 3 1",
      ]
    )
    let back = try difference([good], [bad])
    #expect(back.count(.worse) == 5)
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

  @Test("what one of the two has not read yet is left out and counted")
  func unread() throws {
    func report(_ lines: [String], waiting names: [String]) throws -> Report {
      let builder = ReportBuilder()
      for name in names {
        builder.take(
          .input(.object([.init("input", .string(name)), .init("state", .string("waiting"))]))
        )
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
    let words = "4 inputs are not compared: one of the two results has not read them yet."
    #expect(document.markdown.contains(words))
    #expect(try written { try document.writeHTML(to: $0) }.contains(words))
  }

  @Test("documents of differences escape what is foreign")
  func documents() throws {
    let document = DifferenceDocument(try difference([], [Records.check("<b>|x")]))
    #expect(document.markdown.contains("| + added | \\<b\\>\\|x | input | – | pass |"))
    let page = try written { try document.writeHTML(to: $0) }
    #expect(page.contains("&lt;b&gt;|x"))
    #expect(!page.contains("<b>|x") && page.matches(of: /<script/).count == 1)
  }

  @Test("the headline counts inputs, and the worst is the first, one group for each")
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
    // From faulty tags to none, and a gap that is gone with them, are for the worse.
    let lost = try #require(difference.inputs.first).changes
    let directions = Dictionary(lost.map { ($0.what, $0.direction) }) { first, _ in first }
    #expect(directions["verdict"] == .worse && directions["longest gap"] == .worse)
    let names = DifferenceDocument.Names(old: "monday.sqlite", new: "tuesday.sqlite")
    let document = DifferenceDocument(difference, names: names)
    let page = try written { try document.writeHTML(to: $0) }
    #expect(page.contains("1 input got worse, 1 lost its tags, 1 was repaired."))
    #expect(page.contains("monday.sqlite") && page.contains("tuesday.sqlite"))
    #expect(page.matches(of: /<article/).count == 3 && page.contains("Worse only"))
    #expect(document.markdown.contains("monday") && document.markdown.contains("1 lost its tags"))
  }
}

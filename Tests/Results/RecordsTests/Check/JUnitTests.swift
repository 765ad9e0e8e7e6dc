import Conformance
import Foundation
import FoundationXML
import Testing
import TimedMetadata

@testable import Records

@Suite struct JUnitTests {
  @Test("a suite has a case for each rule that failed or warned, and one for all rules that passed")
  func structure() throws {
    let reports = [
      try SampleReports.failing(), try SampleReports.passing(), SampleReports.unreadable(),
    ]
    let suites = try Suites(SampleReports.text(reports, .junit))
    #expect(suites.all.map(\.name) == reports.map(\.input))
    for (suite, report) in zip(suites.all, reports) {
      let broken = report.rules.filter { $0.state == .fail || $0.state == .warn }
      let passed = report.rules.count { $0.state == .pass }
      let errors = report.failure == nil ? 0 : 1
      #expect(suite.cases.count == broken.count + errors + (passed > 0 ? 1 : 0))
      #expect(suite.attributes["tests"] == String(suite.cases.count))
      #expect(suite.attributes["failures"] == String(suite.cases.count { $0.child == "failure" }))
      #expect(suite.attributes["errors"] == String(errors))
      #expect(suite.attributes["skipped"] == String(suite.cases.count { $0.child == "skipped" }))
      #expect(suite.cases.allSatisfy { $0.input == report.input.replacing(".", with: "_") })
      #expect(suite.cases.contains { $0.name == "passed (\(passed))" } == (passed > 0))
      for rule in broken {
        let test = suite.cases.first { $0.name == rule.rule.rawValue }
        #expect(test?.child == (rule.state == .fail ? "failure" : "skipped"))
      }
    }
    for key in ["tests", "failures", "errors", "skipped"] {
      let numbers = suites.all.compactMap { $0.attributes[key].flatMap { Int($0) } }
      #expect(suites.totals[key] == String(numbers.reduce(0, +)))
    }
  }

  @Test("a case has the finding, its position and the remedy, and the case of a warning is skipped")
  func words() throws {
    let suite = try #require(
      try Suites(SampleReports.text([SampleReports.failing()], .junit)).all.first
    )
    let gap = suite.cases.first { $0.name == "cadence-gap" }
    #expect(gap?.message?.hasPrefix("no DATA tag for 40.0 s (limit 19 s)") == true)
    #expect(gap?.type == "cadence-gap")
    #expect(gap?.text.contains("2023-11-14T22:13:48") == true)
    #expect(gap?.text.contains("\n→ ") == true)
    let warning = suite.cases.first { $0.name == "cadence-tag-time-gap" }
    #expect(warning?.child == "skipped")
    #expect(warning?.message?.hasPrefix("warning: ") == true)
  }

  @Test("an input that is not judged has a skipped case, and no case that passed")
  func notJudged() throws {
    var checker = Checker(input: "a.ts", options: CheckOptions())
    checker.receive(.end(InputSummary(duration: 8, streams: [], byteCount: 1)))
    let suite = try #require(try Suites(SampleReports.text([checker.report()], .junit)).all.first)
    #expect(suite.cases.map(\.name) == ["tag-present"])
    #expect(suite.cases.map(\.child) == ["skipped"])
    #expect(suite.cases.first?.message?.hasPrefix("too short to judge: 8 s") == true)
  }

  @Test("inputs that passed take little space: 526 inputs stay below 400 kB")
  func size() throws {
    let (passing, failing) = (try SampleReports.passing(), try SampleReports.failing())
    let reports = (0..<526).map { $0 % 8 == 0 ? failing : passing }
    #expect(SampleReports.text(reports, .junit).utf8.count < 400_000)
  }

  @Test("a missing requirement is a case that fails")
  func required() throws {
    var options = CheckOptions()
    options.required = [.audioRendition]
    let report = try SampleReports.failing(options)
    let suite = try #require(try Suites(SampleReports.text([report], .junit)).all.first)
    let test = suite.cases.first { $0.name == "require-audio-rendition" }
    #expect(test?.child == "failure")
    #expect(suite.attributes["tests"] == String(suite.cases.count))
  }

  @Test(
    "the time of a suite is the duration of its input, and the document has the sum of these times"
  )
  func times() throws {
    let reports = [try SampleReports.passing(), try SampleReports.failing()]
    let suites = try Suites(SampleReports.text(reports, .junit))
    #expect(suites.all.map { $0.attributes["time"] } == ["125.0", "125.0"])
    #expect(suites.totals["time"] == "250.0")
  }

  @Test("every case has a time, and the times of a suite's cases add up to the time of the suite")
  func caseTimes() throws {
    let reports = [
      try SampleReports.passing(), try SampleReports.failing(), SampleReports.unreadable(),
    ]
    for suite in try Suites(SampleReports.text(reports, .junit)).all {
      let times = suite.cases.compactMap { $0.time.flatMap { Double($0) } }
      #expect(times.count == suite.cases.count && !times.isEmpty)
      #expect(times.reduce(0, +) == suite.attributes["time"].flatMap { Double($0) } ?? 0)
    }
  }

  @Test("a player that misses a tag is a case that fails")
  func players() throws {
    var options = CheckOptions()
    options.players = try PlayerChoice.list("hls.js,media3")
    let report = try SampleReports.failing(options)
    let suite = try #require(try Suites(SampleReports.text([report], .junit)).all.first)
    let tests = suite.cases.filter { $0.name.hasPrefix("player ") }
    #expect(tests.map(\.name) == ["player media3"])
    #expect(tests.first?.child == "failure")
    #expect(tests.first?.message == "data_alignment_indicator 0 (1)")
    #expect(suite.attributes["tests"] == String(suite.cases.count))
  }

  @Test("without inputs, the JUnit document has no suites")
  func empty() throws {
    #expect(try Suites(SampleReports.text([], .junit)).all.isEmpty)
  }
}

private final class Suites: NSObject, XMLParserDelegate {
  struct Case {
    var name: String
    var input: String
    var time: String?
    var child: String?
    var message: String?
    var type: String?
    var text = ""
  }

  struct Suite {
    var attributes: [String: String]
    var cases: [Case] = []
    var name: String { attributes["name"] ?? "" }
  }

  private(set) var all: [Suite] = []
  private(set) var totals: [String: String] = [:]

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? NotXML() }
  }

  struct NotXML: Error {}

  func parser(
    _ parser: XMLParser,
    didStartElement element: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    let last = all.count - 1
    switch element {
    case "testsuites": totals = attributes
    case "testsuite": all.append(Suite(attributes: attributes))
    case "testcase":
      all[last].cases.append(
        Case(
          name: attributes["name"] ?? "",
          input: attributes["classname"] ?? "",
          time: attributes["time"]
        )
      )
    default:
      let index = all[last].cases.count - 1
      all[last].cases[index].child = element
      all[last].cases[index].message = attributes["message"]
      all[last].cases[index].type = attributes["type"]
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let last = all.indices.last, let index = all[last].cases.indices.last else { return }
    all[last].cases[index].text += text
  }
}

import Conformance
import Foundation
import FoundationXML
import Testing

@Suite struct JUnitTests {
  @Test("the document is XML with a suite for each input and a case for each rule")
  func structure() throws {
    let reports = [
      try SampleReports.failing(), try SampleReports.passing(), SampleReports.unreadable(),
    ]
    let suites = try Suites(SampleReports.text(reports, .junit))
    #expect(suites.all.map(\.name) == reports.map(\.input))
    for (suite, report) in zip(suites.all, reports) {
      let rules = report.rules.filter { $0.state != .off }
      let errors = report.failure == nil ? 0 : 1
      #expect(suite.cases.count == rules.count + errors)
      #expect(suite.attributes["tests"] == String(suite.cases.count))
      #expect(suite.attributes["failures"] == String(suite.cases.count { $0.child == "failure" }))
      #expect(suite.attributes["errors"] == String(errors))
      #expect(suite.attributes["skipped"] == String(suite.cases.count { $0.child == "skipped" }))
      #expect(suite.cases.allSatisfy { $0.input == report.input })
      for rule in rules {
        let test = suite.cases.first { $0.name == rule.rule.rawValue }
        switch rule.state {
        case .fail: #expect(test?.child == "failure")
        case .notAssessed: #expect(test?.child == "skipped")
        case .warn: #expect(test?.child == "system-out")
        case .pass, .off: #expect(test?.child != "failure" && test?.child != "skipped")
        }
      }
    }
  }

  @Test("a failure names what was seen, a skipped case the reason")
  func words() throws {
    let suite = try #require(
      try Suites(SampleReports.text([SampleReports.failing()], .junit)).all.first
    )
    let gap = suite.cases.first { $0.name == "cadence-gap" }
    #expect(gap?.message?.hasPrefix("no DATA tag for 40.0 s (limit 19 s)") == true)
    #expect(gap?.text.contains("2023-11-14T22:13:48") == true)
    #expect(suite.cases.first { $0.name == "key-cid-sid" }?.message == "needs-key")
  }

  @Test("what is required and missing is a case that fails")
  func required() throws {
    var options = CheckOptions()
    options.required = [.audioRendition]
    let report = try SampleReports.failing(options)
    let suite = try #require(try Suites(SampleReports.text([report], .junit)).all.first)
    let test = suite.cases.first { $0.name == "require-audio-rendition" }
    #expect(test?.child == "failure")
    #expect(suite.attributes["tests"] == String(suite.cases.count))
  }

  @Test("no input makes a document without suites")
  func empty() throws {
    #expect(try Suites(SampleReports.text([], .junit)).all.isEmpty)
  }
}

/// The suites of a JUnit document.
private final class Suites: NSObject, XMLParserDelegate {
  struct Case {
    var name: String
    var input: String
    var child: String?
    var message: String?
    var text = ""
  }

  struct Suite {
    var attributes: [String: String]
    var cases: [Case] = []
    var name: String { attributes["name"] ?? "" }
  }

  private(set) var all: [Suite] = []

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
    case "testsuites": break
    case "testsuite": all.append(Suite(attributes: attributes))
    case "testcase":
      all[last].cases.append(
        Case(name: attributes["name"] ?? "", input: attributes["classname"] ?? "")
      )
    default:
      let index = all[last].cases.count - 1
      all[last].cases[index].child = element
      all[last].cases[index].message = attributes["message"]
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let last = all.indices.last, let index = all[last].cases.indices.last else { return }
    all[last].cases[index].text += text
  }
}

import Conformance
import Foundation
import Testing
import TimedMetadata

@testable import Records

@Suite struct SARIFTests {
  private func read(_ reports: [CheckReport]) throws -> [[String: Any]] {
    let text = SampleReports.text(reports, .sarif)
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    return try #require(log["runs"] as? [[String: Any]])
  }

  @Test("a SARIF document has one run, a driver, rules with help, and results with a message")
  func required() throws {
    let reports = [
      try SampleReports.failing(), try SampleReports.passing(), SampleReports.unreadable(),
    ]
    let runs = try read(reports)
    #expect(runs.count == 1)
    let run = try #require(runs.first)
    let tool = try #require(run["tool"] as? [String: Any])
    let driver = try #require(tool["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "id3tap")
    #expect((driver["semanticVersion"] as? String)?.contains(/^\d+\.\d+\.\d+$/) == true)
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    let requirements = RequiredPresence.allCases.map { SARIF.ruleID(of: $0) }
    let named = Set(
      reports.flatMap { report in
        report.findings.map(\.rule.rawValue) + report.missing.map { SARIF.ruleID(of: $0) }
      }
    )
    #expect(!ids.isEmpty)
    #expect(
      ids == (RuleDescription.all.map(\.id.rawValue) + requirements).filter(named.contains)
    )
    for rule in rules {
      for key in ["shortDescription", "help"] {
        #expect((rule[key] as? [String: Any])?["text"] is String, "\(rule)")
      }
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == reports.reduce(0) { $0 + $1.findings.count + $1.missing.count })
    for result in results {
      let message = try #require(result["message"] as? [String: Any])
      let text = try #require(message["text"] as? String)
      let rule = try #require(result["ruleId"] as? String)
      #expect(!text.isEmpty && !text.contains(rule))
      #expect(ids.contains(rule))
      #expect(["error", "warning", "note"].contains(result["level"] as? String ?? ""))
    }
    let invocations = try #require(run["invocations"] as? [[String: Any]])
    #expect(invocations.count == 1)
    #expect(invocations.first?["executionSuccessful"] as? Bool == false)
    let notices = invocations.first?["toolExecutionNotifications"] as? [[String: Any]]
    #expect(notices?.count == 1)
    #expect(verdicts(run) == ["fail", "pass", "unreadable"])
  }

  private func verdicts(_ run: [String: Any]) -> [String] {
    let all = (run["properties"] as? [String: Any])?["verdicts"] as? [[String: Any]]
    return all?.compactMap { $0["verdict"] as? String } ?? []
  }

  @Test("a SARIF result has the file as a URI reference, and the byte offset")
  func place() throws {
    let run = try #require(try read([SampleReports.failing()]).first)
    let results = try #require(run["results"] as? [[String: Any]])
    let gap = try #require(results.first { $0["ruleId"] as? String == "cadence-gap" })
    let locations = try #require(gap["locations"] as? [[String: Any]])
    let physical = try #require(locations.first?["physicalLocation"] as? [String: Any])
    let artifact = try #require(physical["artifactLocation"] as? [String: Any])
    #expect(artifact["uri"] as? String == "a%3Cb%3E&%22c%22%20d.ts")
    let region = try #require(physical["region"] as? [String: Any])
    #expect((region["byteOffset"] as? Int).map { $0 > 0 } == true)
  }

  @Test("a missing requirement is a SARIF result, and the run has the verdict on the input")
  func missing() throws {
    var options = CheckOptions()
    options.required = [.audioRendition]
    let run = try #require(try read([SampleReports.failing(options)]).first)
    let results = try #require(run["results"] as? [[String: Any]])
    let missing = try #require(
      results.first { $0["ruleId"] as? String == "require-audio-rendition" }
    )
    #expect(missing["level"] as? String == "error")
    let message = try #require(missing["message"] as? [String: Any])
    #expect(message["text"] as? String == "'--require audio-rendition' is not met")
    #expect(try ruleIDs(run).contains("require-audio-rendition"))
    #expect(verdicts(run) == ["fail"])
  }

  @Test("warnings that fail a strict run remain warnings in SARIF", arguments: [false, true])
  func strict(_ isStrict: Bool) throws {
    var options = CheckOptions()
    options.isStrict = isStrict
    var settings = RuleSettings()
    settings.severity = .warning
    options.rules[RuleID(rawValue: "cadence-gap")] = settings
    options.rules[RuleID(rawValue: "pes-alignment")] = settings
    let report = try SampleReports.failing(options)
    let run = try #require(try read([report]).first)
    let results = try #require(run["results"] as? [[String: Any]])
    let gap = try #require(results.first { $0["ruleId"] as? String == "cadence-gap" })
    #expect(gap["level"] as? String == "warning")
    #expect(verdicts(run) == [report.verdict.rawValue])
    #expect(!isStrict || verdicts(run) == ["fail"])
  }

  @Test(
    "a path with a colon in its first segment is not read as a URI with a scheme",
    arguments: [
      ("c:d.ts", "./c:d.ts"), ("a/c:d.ts", "a/c:d.ts"), ("./c:d.ts", "./c:d.ts"),
      ("https://a/b.m3u8", "https://a/b.m3u8"), ("udp://239.0.0.1:1234", "udp://239.0.0.1:1234"),
    ]
  )
  func colon(_ input: String, _ uri: String) {
    #expect(ArtifactURI.reference(to: input) == uri)
  }

  private func ruleIDs(_ run: [String: Any]) throws -> [String] {
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    return rules.compactMap { $0["id"] as? String }
  }

  @Test("the SARIF driver lists each rule that has results once, even if several inputs have them")
  func namedRules() throws {
    let passing = try SampleReports.passing()
    let ids = try ruleIDs(#require(read([passing]).first))
    #expect(ids.count < 10 && Set(ids) == Set(passing.findings.map(\.rule.rawValue)))
    let one = try ruleIDs(#require(read([SampleReports.failing()]).first))
    #expect(one.contains("cadence-gap") && !one.contains("tag-present"))
    let twice = try read([SampleReports.failing(), SampleReports.failing()])
    #expect(try ruleIDs(#require(twice.first)) == one)
  }

  @Test("without inputs, the SARIF run has no results")
  func empty() throws {
    let runs = try read([])
    #expect(runs.count == 1)
    #expect(try ruleIDs(#require(runs.first)) == [])
    #expect((runs.first?["results"] as? [Any])?.isEmpty == true)
  }

  @Test(
    "the file of a finding in a segment is resolved through the playlists",
    arguments: [
      ("v/master.m3u8", "low/a.m3u8", "0.ts", "v/low/0.ts"),
      ("../a b.m3u8", "low.m3u8", "../0 1.ts?x=1", "../../0%201.ts?x=1"),
      ("a.m3u8", "low.m3u8", "0.ts", "0.ts"),
      ("a.m3u8", "low.m3u8", "https://cdn/0.ts", "https://cdn/0.ts"),
      ("https://a/b/c.m3u8?t=/x", "low/d.m3u8?t=1", "0.ts", "https://a/b/low/0.ts"),
      ("https://a/b/c.m3u8", "/low/d.m3u8", "/0.ts", "https://a/0.ts"),
      ("https://a/b/c.m3u8", "//cdn/d.m3u8", "0.ts", "https://cdn/0.ts"),
      ("https://a", "low.m3u8", "0.ts", "https://a/0.ts"),
    ]
  )
  func segment(_ input: String, _ playlist: String, _ segment: String, _ uri: String) throws {
    var checker = Checker(input: input, options: CheckOptions())
    checker.receive(
      .note(
        StreamNote(
          id: "psi-crc",
          rendition: "low",
          segment: segment,
          offset: 564,
          detail: "wrong CRC"
        )
      )
    )
    var summary = InputSummary(
      duration: 60,
      streams: [],
      renditions: [RenditionSummary(name: "low", uri: playlist)],
      byteCount: 1
    )
    summary.media = [.transportStream]
    summary.playlist = PlaylistSummary(isLive: false)
    checker.receive(.end(summary))
    let run = try #require(try read([checker.report()]).first)
    let results = try #require(run["results"] as? [[String: Any]])
    let result = try #require(results.first { $0["ruleId"] as? String == "psi-crc" })
    let locations = try #require(result["locations"] as? [[String: Any]])
    let physical = try #require(locations.first?["physicalLocation"] as? [String: Any])
    let artifact = try #require(physical["artifactLocation"] as? [String: Any])
    #expect(artifact["uri"] as? String == uri)
    let region = try #require(physical["region"] as? [String: Any])
    #expect(region["byteOffset"] as? Int == 564)
  }
}

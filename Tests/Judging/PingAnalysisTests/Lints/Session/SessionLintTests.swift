import NielsenAppApi
import Records
import Synchronization
import Testing

@testable import PingAnalysis
@testable import Playback
@testable import Reports

@Suite("lints across several pings")
struct SessionLintTests {
  /// The findings across the pings of the given URLs, including those at the end of the capture.
  static func findings(_ urls: [String]) -> [PingFinding] {
    let lint = SessionLint()
    let found = SampleRun.pings(of: urls).enumerated().flatMap { index, ping in
      lint.findings(in: ping, at: index)
    }
    return found + lint.finish()
  }

  private static let known = Mutex<[String: [String]]>([:])

  /// The URLs of a scenario's pings. Each scenario is played once for all tests.
  static func urls(_ scenario: String) throws -> [String] {
    try known.withLock { known in
      if let urls = known[scenario] { return urls }
      let urls =
        switch scenario {
        case "two-films": try SampleRun.urls(of: ScenarioTexts.films)
        case "two-channels": try SampleRun.urls(of: ScenarioTexts.channels)
        default: try SampleRun.urls(scenario)
        }
      known[scenario] = urls
      return urls
    }
  }

  @Test(
    "pings of the engine have no findings across pings",
    arguments: SampleRun.scenarios + ["two-films", "two-channels"]
  )
  func engine(_ name: String) throws {
    let urls = try Self.urls(name)
    #expect(Self.findings(urls) == [])
    // A proxy can record each ping twice.
    #expect(Self.findings(urls.flatMap { [$0, $0] }) == [])
  }

  @Test("the published sample ping has no findings across pings")
  func seed() { #expect(Self.findings([PublishedPing.url]) == []) }

  @Test(
    "seed #48, #50: a fault that shows only across pings is reported by one rule",
    arguments: SessionEdits.faults
  )
  func fault(_ edit: SessionEdits.Edit) throws {
    var urls = try Self.urls(edit.scenario)
    try edit.change(&urls)
    let rules = Set(Self.findings(urls).map(\.rule))
    #expect(rules == [edit.rule])
  }

  @Test("allowed deviations are not reported", arguments: SessionEdits.allowed)
  func allowed(_ edit: SessionEdits.Edit) throws {
    var urls = try Self.urls(edit.scenario)
    try edit.change(&urls)
    #expect(Self.findings(urls) == [])
  }

  @Test("a finding names both values, the earlier ping and the call to correct")
  func words() throws {
    var urls = try Self.urls("content-only")
    urls[2] = urls[2].setting("tl", "Other")
    let finding = try #require(Self.findings(urls).first)
    #expect(finding.field == "tl" && finding.severity == .warning)
    for word in ["Other", "Program S3, EP1", "#1", "loadMetadata"] {
      #expect(finding.message.contains(word), "\(finding.message)")
    }
  }

  @Test("in a long session a missing segment is reported before the end of the capture")
  func overdue() throws {
    var urls = try Self.urls("preroll-midroll-postroll")
    urls.removeAll { $0.contains("_D2_") }
    let last = try #require(urls.last)
    let time = try #require(SampleRun.pings(of: [last])[0].number("c61"))
    urls.append(
      last.setting("c61", "\(time + 1000)").setting("c62", "\(time + 1000)").setting(
        "c64",
        "\(time)"
      )
    )
    let lint = SessionLint()
    let pings = SampleRun.pings(of: urls)
    let found = pings.enumerated().map { lint.findings(in: $1, at: $0).map(\.rule) }
    #expect(found.last?.contains("segment-missing") == true && lint.finish() == [])
    #expect(found.dropLast().joined().isEmpty)
  }

  @Test("the number of remembered sessions is limited to 64")
  func bounds() throws {
    let url = try #require(try Self.urls("content-only").first { $0.contains("_D1_") })
    let lint = SessionLint()
    for number in 0..<300 {
      let id = String(repeating: "s", count: 29) + "\(1_700_000_000 + number % 150)"
      let sent = url.setting("sessionId", id).setting("c59", "v\(number)").setting(
        "ai",
        "a\(number)"
      )
      .setting("rnd", "\(1_700_000_000_000 + number)")
      #expect(lint.findings(in: SampleRun.pings(of: [sent])[0], at: number) == [])
    }
    #expect(lint.sessionCount == 64)
    #expect(RememberedText(String(repeating: "x", count: 100_000)).short.count == 60)
  }

  @Test(
    "seed #211, #340: an unlisted device type is reported with severity info",
    arguments: ["roku", "firetv", "xbox"]
  )
  func device(_ type: String) throws {
    let url = PublishedPing.url + "&c71=ottflg,1&c72=otttyp,\(type)"
    let ping = try #require(SampleRun.pings(of: [url]).first)
    let findings = PingExplainer().explain(ping).findings
    #expect(findings.map(\.severity) == [.info] && findings.first?.field == "c72")
  }

  @Test("the text, JSON and HTML of a ping show findings across pings")
  func rows() throws {
    var urls = try Self.urls("content-only")
    urls[2] = urls[2].setting("ai", "other")
    let lint = SessionLint()
    let explainer = PingExplainer()
    let rows = SampleRun.pings(of: urls).enumerated().map { index, ping in
      ExplainRow(input: "a.har", index: index, explainer.explain(ping, at: index, in: lint))
    }
    let row = rows[2]
    let words = "call end before loadMetadata for other content"
    #expect(row.json.text.contains("viewing-two-contents") && row.json.text.contains(words))
    #expect(ExplainPage.section(row).markup.contains(words))
    var style = TableStyle()
    style.width = 400
    #expect(row.block(style)?.contains(words) == true)
  }
}

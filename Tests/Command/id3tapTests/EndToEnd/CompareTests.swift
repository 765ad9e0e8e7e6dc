import Foundation
import LoopbackCollector
import TestServer
import TestSupport
import Testing

@Suite(.ownThread) struct CompareTests {
  private let shell: Shell
  private let samples = ExplainPingsTests.package.path + "/SampleStreams"

  init() throws { shell = try Shell() }

  private func compare(_ arguments: String) throws -> Shell.Outcome {
    try shell.run("id3tap compare \(arguments)")
  }

  private func differences(_ outcome: Shell.Outcome) throws -> [[String: Any]] {
    let row = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    return try #require(row?["differences"] as? [[String: Any]])
  }

  @Test("the pings of another run match the stream, although their ids and clock times differ")
  func same() throws {
    let other = try shell.config(#"{"seed": 3, "start": 1690000000}"#)
    try shell.prepare("id3tap pings \(other) \(samples)/clean.ts > a.jsonl")
    let outcome = try compare("\(samples)/clean.ts a.jsonl")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains(#""verdict":"same""#))
    #expect(try differences(outcome).isEmpty)
    #expect(try shell.run("cat a.jsonl | id3tap compare \(samples)/clean.ts -").status == 0)
  }

  @Test("repeated pings are reported, but are not differences")
  func sentAgain() throws {
    try shell.prepare("id3tap pings \(samples)/clean.ts > a.jsonl; cat a.jsonl a.jsonl > b.jsonl")
    let outcome = try compare("--format table a.jsonl b.jsonl")
    #expect(outcome.status == 0)
    let count = try shell.run("cat a.jsonl").lines.count
    #expect(outcome.errors == "id3tap: b.jsonl: \(count) pings were sent again; each counts once\n")
    #expect(outcome.output.contains("  \(count) pings were sent again\n"))
    #expect(try compare("a.jsonl b.jsonl").output.contains(#""repeated":\#(count)"#))
  }

  @Test("values in the URLs of the inputs are shown only with --show-queries")
  func queries() throws {
    try shell.prepare("id3tap pings \(samples)/clean.ts > a.jsonl")
    let pings = try [UInt8](Data(contentsOf: shell.folder.appendingPathComponent("a.jsonl")))
    let server = try TestServer { request in .file(pings, for: request) }
    let url = server.url("/a.jsonl?token=SECRET")
    for format in ["table", "jsonl"] {
      let line = "--format \(format) '\(url)' '\(url)'"
      let hidden = try compare(line)
      #expect(hidden.status == 0 && hidden.output.contains("/a.jsonl?token=…"))
      #expect(!hidden.output.contains("SECRET") && !hidden.errors.contains("SECRET"))
      #expect(try compare("\(line) --show-queries").output.contains("token=SECRET"))
    }
  }

  @Test("'compare' reports a capture without pings as a missing session")
  func withoutPings() throws {
    let outcome = try shell.run(
      """
      echo '{"log":{"version":"1.2","entries":[{"request":{"url":"http://a.example/"}}]}}' > a.har
      id3tap compare \(samples)/clean.ts a.har
      """
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("id3tap: a.har: contains no ping: "))
    #expect(try differences(outcome).map { $0["kind"] as? String } == ["missing-session"])
  }

  @Test("'compare' does not query a server for time-shift codes, and does not compare the codes")
  func timeShift() async throws {
    let server = try await LoopbackCollector { _, _ in
      var answer = LoopbackCollector.Answer(200)
      answer.body = #"{"tsv": "03"}"#
      return answer
    }
    try shell.prepare(
      """
      echo '{"format": 1, "tsv": {"url": "\(server.url)/tsv"}}' > c.json
      id3tap pings --config c.json \(samples)/clean.ts > a.jsonl
      """
    )
    #expect(server.requests.count == 1)
    let outcome = try compare("--config c.json \(samples)/clean.ts a.jsonl")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      outcome.errors.hasPrefix("id3tap: --config: tsv.url: compare does not query this server, so ")
    )
    #expect(server.requests.count == 1)
    try await server.stop()
  }

  @Test("the pings that a browser sent for a scenario match the scenario")
  func browser() throws {
    let scenario = "\(samples)/scenarios/preroll-midroll-postroll.json"
    #expect(try compare("\(scenario) \(ExplainPingsTests.har)").status == 0)
  }

  @Test("a HAR that lacks a ping differs from the scenario, and the likely cause is named")
  func browserDiffers() throws {
    let scenario = "\(samples)/scenarios/preroll-midroll-postroll.json"
    let text = try String(contentsOfFile: ExplainPingsTests.har, encoding: .utf8)
    // The ping of the preroll gets another path, so that it is not recognized.
    let place = try #require(text.range(of: "/cgi-bin/gn?prd=dcr"))
    try Data(text.replacingCharacters(in: place, with: "/elsewhere?prd=dcr").utf8)
      .write(to: shell.folder.appendingPathComponent("a.har"))
    let outcome = try compare("\(scenario) a.har")
    #expect(outcome.status == 1 && outcome.errors == "")
    let found = try differences(outcome)
    #expect(found.count == 1 && found[0]["kind"] as? String == "missing")
    let table = try compare("--format table \(scenario) a.har")
    #expect(table.output.contains("DIFFERENT   11 pings expected, 10 seen, 10 matched"))
    #expect(table.output.contains("likely: loadMetadata was not called"))
  }

  @Test(
    "a difference appears in every output format",
    arguments: ["json", "jsonl", "csv", "junit", "sarif"]
  )
  func forms(_ format: String) throws {
    try shell.prepare("id3tap pings \(samples)/clean.ts | grep -v aqh > a.jsonl")
    let outcome = try compare("--format \(format) \(samples)/clean.ts a.jsonl")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("DTVR aqh of quarter hour"))
    if format == "junit" { #expect(outcome.output.contains("<testcase name=\"missing\"")) }
    if format == "sarif" || format == "json" {
      #expect((try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))) != nil)
    }
  }

  @Test("--ignore and --tolerance hide differences")
  func options() throws {
    try shell.prepare(
      "id3tap pings \(samples)/clean.ts > a.jsonl; sed 's/cln,300/cln,290/g' a.jsonl > b.jsonl"
    )
    #expect(try compare("a.jsonl b.jsonl").status == 1)
    #expect(try compare("--ignore c27 a.jsonl b.jsonl").status == 0)
    #expect(try compare("--ignore cln a.jsonl b.jsonl").status == 0)
    #expect(try compare("--tolerance 10 a.jsonl b.jsonl").status == 0)
  }

  @Test("the app's name is compared only with --app-info")
  func appInfo() throws {
    try shell.prepare(
      "id3tap pings --product dtvr --app-info '{\"appid\":\"P1\",\"appname\":\"a\"}' "
        + "\(samples)/clean.ts > a.jsonl; id3tap pings --product dtvr \(samples)/clean.ts > b.jsonl"
    )
    #expect(try compare("b.jsonl a.jsonl").status == 0)
    let info = "--app-info '{\"appid\":\"P1\",\"appname\":\"other\"}'"
    try shell.prepare("id3tap pings --product dtvr \(info) \(samples)/clean.ts > c.jsonl")
    let outcome = try compare("c.jsonl a.jsonl")
    #expect(outcome.status == 1)
    #expect(try differences(outcome).allSatisfy { $0["field"] as? String == "c15" })
  }

  @Test(
    "an input that cannot be read, or has no pings, gives exit code 2",
    arguments: [
      ("none.har SAMPLES/clean.ts", "none.har: no such file: check the path"),
      ("SAMPLES/clean.ts SAMPLES/clean.ts", "is not a capture of pings: name a HAR file"),
      ("empty.har SAMPLES/clean.ts", "gives no pings"),
      ("SAMPLES/scenarios/linear-pause.json a", "name the stream here, and the scenario with"),
      ("--config http://127.0.0.1:1/c SAMPLES/clean.ts a", "http://127.0.0.1:1/c: error 4"),
    ]
  )
  func unreadable(_ arguments: String, _ words: String) throws {
    let outcome = try shell.run(
      #"echo '{"log":{"creator":{},"entries":[]}}' > empty.har; id3tap compare "#
        + arguments.replacing("SAMPLES", with: samples)
    )
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.contains(words))
  }

  @Test(
    "an error in a scenario gives exit code 2 and is reported with its line",
    arguments: [
      ("\"version\": 1,", "\"version\": 1, \"oops\": 1,", "'oops'"),
      ("\"steps\": [", "\"steps\": [ {\"at\": 1, \"do\": \"dance\"},", "steps[0]"),
      ("\"version\": 1,", "\"version\": 1", "line "),
    ]
  )
  func brokenScenario(_ text: String, _ broken: String, _ words: String) throws {
    let path = "\(samples)/scenarios/preroll-midroll-postroll.json"
    let scenario = try String(contentsOfFile: path, encoding: .utf8)
    try #require(scenario.contains(text))
    try Data(scenario.replacing(text, with: broken, maxReplacements: 1).utf8)
      .write(to: shell.folder.appendingPathComponent("s.json"))
    let outcome = try compare("s.json \(ExplainPingsTests.har)")
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("id3tap: s.json: line "), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}

import Foundation
import LoopbackCollector
import TestSupport
import Testing

@Suite(.ownThread) struct ScenarioTests {
  private let shell: Shell
  private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleStreams/scenarios").path

  init() throws { shell = try Shell() }

  /// The seconds since the first ping, the type, `cr`, `c27` and `davty` of each ping.
  private func rows(_ outcome: Shell.Outcome) throws -> [String] {
    var start: Int?
    return try outcome.lines.map { line in
      let row = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      )
      let time = try #require(row["createTime"] as? Int)
      start = start ?? time
      let url = try #require(URLComponents(string: row["url"] as? String ?? ""))
      let names = ["cr", "c27", "davty"]
      let values = names.compactMap { name in url.queryItems?.first { $0.name == name }?.value }
      let head = ["\(time - (start ?? 0))", row["type"] as? String ?? ""]
      return (head + values).joined(separator: " ")
    }
  }

  @Test("the scenario with preroll, midroll and postroll gives the pings of the DCR example")
  func ads() throws {
    let outcome = try shell.run(
      "id3tap pings --scenario '\(samples)/preroll-midroll-postroll.json'"
    )
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      try rows(outcome) == [
        "0 session", "0 view 4_00_99_V1_00000 cln,0 0", "15 timer 4_00_99_D1_00000 cln,15 1",
        "15 view 4_00_99_V1_00000 cln,0 0", "315 timer 4_00_99_D1_11111 cln,300 1",
        "345 view 4_00_99_V1_00000 cln,0 0", "375 timer 4_00_99_D1_10000 cln,30 1",
        "645 timer 4_00_99_D2_11111 cln,300 1", "665 timer 4_00_99_D3_00000 cln,20 2",
        "665 view 4_00_99_V1_00000 cln,0 0", "680 timer 4_00_99_D1_00000 cln,15 1",
      ]
    )
  }

  @Test("the scenario with a pause in a linear stream gives the pings of the DTVR example")
  func pause() throws {
    let outcome = try shell.run(
      "id3tap pings --scenario '\(samples)/linear-pause.json' '\(samples)/linear-pause.log'"
    )
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      try rows(outcome) == [
        "0 session", "0 lookup", "0 impression 2_00_99_I1_00000_1 cln,0 0",
        "30 view 2_00_99_V1_10000_1 cln,30 1", "60 raw", "120 raw", "180 raw", "200 raw",
        "360 aqh 2_00_99_Q40_20231114_1 1", "360 raw", "390 duration 2_00_99_D1_11111_1 cln,300 1",
        "420 raw", "480 raw", "540 raw", "600 raw", "660 raw",
        "690 duration 2_00_99_D2_11111_1 cln,300 1", "720 raw", "780 raw", "810 raw",
        "810 duration 2_00_99_D3_11000_1 cln,120 2",
      ]
    )
  }

  @Test(
    "an error in a scenario gives exit code 64 and is reported with its position",
    arguments: [
      (
        "{\n\"version\": 1,\n\"tgas\": 1}",
        "a.json: line 3: 'tgas': is unknown: the nearest is 'tags'"
      ),
      ("{\n\"version\": 1,\n\"tags\": \"all\"}", "a.json: line 3: 'tags': must be one of"),
      ("{\n", "a.json: line 2: "),
      (
        #"{"version": 1}"#,
        "a.json: the scenario plays a stream: name your own stream, or 'sample.ts' from "
          + "'id3tap make -o sample.ts && id3tap pings --scenario a.json sample.ts'."
      ),
    ]
  )
  func wrong(_ text: String, _ words: String) throws {
    try text.write(
      to: shell.folder.appendingPathComponent("a.json"),
      atomically: true,
      encoding: .utf8
    )
    let outcome = try shell.run("id3tap pings --scenario a.json")
    #expect(outcome.status == 64 && outcome.output == "")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("'scenario' lists the built-in scenarios, prints one, and refuses other names")
  func delivered() throws {
    let list = try shell.run("id3tap scenario --list")
    #expect(list.status == 0 && list.errors == "")
    #expect(list.lines.contains { $0.hasPrefix("pause  ") && $0.hasSuffix("makes no view.") })
    #expect(list.lines.contains { $0.hasPrefix("seek ") })
    let one = try shell.run("id3tap scenario pause")
    let file = try shell.run("cat '\(samples)/pause.json'")
    #expect(one.status == 0 && one.output == file.output)
    let played = try shell.run("id3tap pings --scenario pause")
    #expect(try rows(played) == rows(shell.run("id3tap pings --scenario '\(samples)/pause.json'")))
    for (wrong, words) in [
      ("", "Name a scenario, or list them with --list."), ("x", "'x' is not a built-in scenario"),
      ("--list pause", "--list: leave out the name."),
    ] {
      let outcome = try shell.run("id3tap scenario \(wrong)")
      #expect(outcome.status == 64 && outcome.errors.contains(words))
    }
  }

  @Test("--show-calls prints an action of the viewer before the calls that it causes")
  func actions() throws {
    let outcome = try shell.run(
      "id3tap pings --scenario '\(samples)/pause.json' --show-calls | grep -A 1 '^{'"
    )
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.lines == [
        #"{"at":1700000130,"do":"pause"}"#, "A: stop", "--",
        #"{"at":1700000220,"do":"resume"}"#, #"A: play {"channelName":"TheMovieTitle"}"#, "--",
        #"{"at":1700000490,"do":"end"}"#, "A: end",
      ]
    )
  }

  @Test(
    "seed #269, #281, #282, #284: --config sets appInfo, metadata, channel, device and privacy",
    arguments: [
      (#""metadata": {"assetid": "a", "title": "T"}"#, "\"tl\",\"T\"", true),
      (#""channel": "News""#, "\"channame\",\"News\"", true),
      (#""device": "d.json""#, "devmodel,iPhone", true),
      (#""device": "d.json""#, "\"c8\",\"devgrp,TAB\"", true),
      (#""device": "d.json""#, "\"c7\",\"osgrp,IOS\"", true),
      (
        #""app-info": {"appid": "P00000000-0000-0000-0000-000000000000", "dma": "501"}"#,
        "\"segment2\",\"501\"", true
      ),
      (
        #""app-info": {"appid": "P00000000-0000-0000-0000-000000000000", "ccode": "cze"}"#,
        "\"segment1\",\"cze\"", true
      ),
      (#""privacy": "denied""#, "\"uoo\",\"true\"", true),
      (#""privacy": "noAdFramework,denied""#, "\"uoo\",\"true\"", false),
    ]
  )
  func options(_ option: String, _ words: String, _ isThere: Bool) throws {
    try #"{"model": "iPhone", "deviceGroup": "TAB", "osGroup": "IOS"}"#.write(
      to: shell.folder.appendingPathComponent("d.json"),
      atomically: true,
      encoding: .utf8
    )
    let config = try shell.config(#"{"start": "2023-11-14T18:00:00Z", \#(option)}"#)
    let run = "'\(samples)/linear-pause.log' \(config)"
    let outcome = try shell.run("id3tap pings \(run)")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.contains(words) == isThere, "\(outcome.lines.last ?? "")")
  }

  @Test("audio and ad ratings, which are not measured, are reported in one line each")
  func unmeasured() throws {
    let text = """
      {"version": 1, "tags": "none", "duration": 5,
       "content": {"type": "radio", "assetid": "WWWW-FM", "ocrtag": "x"}}
      """
    try text.write(
      to: shell.folder.appendingPathComponent("a.json"),
      atomically: true,
      encoding: .utf8
    )
    let outcome = try shell.run("id3tap pings --scenario a.json")
    #expect(outcome.status == 0)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    let words = "a.json: engine: warning: loadMetadata: "
    #expect(lines.first?.contains("\(words)audio ('radio') is not measured") ?? false)
    #expect(lines.last?.contains("\(words)ad ratings (DAR) are not measured") ?? false)
  }

  @Test("a number in a scenario where the SDK requires text is reported with its position")
  func numbers() throws {
    let text = """
      {"version": 1, "tags": "none", "duration": 5,
       "content": {"type": "content", "assetid": 7}}
      """
    try text.write(
      to: shell.folder.appendingPathComponent("a.json"),
      atomically: true,
      encoding: .utf8
    )
    let outcome = try shell.run("id3tap pings --scenario a.json")
    #expect(
      outcome.errors
        == "id3tap: a.json: line 2: 'content.assetid': is not a string: it is read as \"7\", "
        + "but an app must pass a string\n"
    )
  }

  @Test("a step after the end of a scenario is reported")
  func unreached() throws {
    let text = """
      {"version": 1, "tags": "none", "duration": 5,
      "steps": [{"at": 6, "do": "end"}]}
      """
    try text.write(
      to: shell.folder.appendingPathComponent("a.json"),
      atomically: true,
      encoding: .utf8
    )
    let outcome = try shell.run("id3tap pings --scenario a.json")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("a.json: the step in line 2 was not reached"))
  }

  @Test("an engine that was disabled or offline sends all its pings before the end")
  func sending() async throws {
    let collector = try await LoopbackCollector()
    for file in ["--calls '\(samples)/kill-switch.txt", "--scenario '\(samples)/network-loss.json"]
    {
      let scenario = file + "'"
      let outcome = try shell.run("id3tap pings --collector \(collector.url) \(scenario)")
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(try outcome.output == shell.run("id3tap pings \(scenario)").output)
    }
    #expect(collector.uris.count == 6 + 4)
    try await collector.stop()
  }

  @Test("pings made offline are sent when the network returns, and the first has a retry count")
  func offline() async throws {
    try """
    {"version": 1, "tags": "none", "duration": 700, "start": 1700000000,
     "content": {"type": "content", "assetid": "a"},
     "steps": [{"at": 250, "do": "offline", "for": 400}]}
    """
    .write(
      to: shell.folder.appendingPathComponent("a.json"),
      atomically: true,
      encoding: .utf8
    )
    for options in ["", "--store s"] {
      let collector = try await LoopbackCollector()
      let outcome = try shell.run(
        "id3tap pings --collector \(collector.url) --scenario a.json \(options)"
      )
      #expect(outcome.status == 0 && outcome.errors == "")
      let sent = collector.uris.map { uri in
        ["c61=createtm,", "c62=sendTime,", "sdd=retry,", "retryreason,"].map { mark in
          let rest = uri.range(of: mark).map { uri[$0.upperBound...] } ?? ""
          return String(rest.prefix { $0 != "&" && $0 != "~" })
        }
      }
      // The ping made at 300 s is sent at 650 s, after attempts 0, 1, 3, 7, … and 255 s later.
      let expected: [(made: Int, sent: Int, retries: String, reason: String)] = [
        (0, 0, "0", ""), (0, 0, "0", ""),
        (300, 650, "9", "offline"), (600, 650, "0", ""), (700, 700, "0", ""),
      ]
      try #require(sent.count == expected.count)
      for (ping, expected) in zip(sent, expected) {
        #expect(ping[0] == "\(1_700_000_000 + expected.made)")
        // The send time includes the real time that sending takes.
        let sendTime = try #require(Int(ping[1]))
        #expect((expected.sent..<expected.sent + 40).contains(sendTime - 1_700_000_000))
        #expect(ping[2...] == [expected.retries, expected.reason])
      }
      try await collector.stop()
    }
  }

  @Test("the credit of a killed engine is sent and printed as a recovered ping")
  func recovered() async throws {
    let collector = try await LoopbackCollector()
    let outcome = try shell.run(
      "id3tap pings --collector \(collector.url) --format url --scenario '\(samples)/app-kill.json'"
    )
    #expect(outcome.status == 0 && outcome.errors == "")
    for urls in [collector.uris, outcome.lines.map(String.init)] {
      let recovered = urls.filter { $0.contains("sdd=retry,0~~retryreason,recovered~~") }
      #expect(recovered.count == 1)
      #expect(recovered.allSatisfy { $0.contains("&crs=1&") })
    }
    try await collector.stop()
  }
}

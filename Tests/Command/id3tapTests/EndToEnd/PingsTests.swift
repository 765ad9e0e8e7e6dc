import Foundation
import TestSupport
import Testing

@Suite(.ownThread) struct PingsTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func makeStream(_ options: String = "--minutes 6") throws {
    let made = try shell.run("id3tap make \(options) -o a.ts")
    try #require(made.status == 0, "\(made.errors)")
  }

  private func types(_ outcome: Shell.Outcome) throws -> [String] {
    try outcome.lines.map {
      let row = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      return "\(row?["product"] ?? "") \(row?["type"] ?? "")"
    }
  }

  @Test("the first pings of a stream are session, lookup and impression; all DTVR types follow")
  func pings() throws {
    try makeStream("--minutes 8")
    let outcome = try shell.run("id3tap pings a.ts")
    #expect(outcome.status == 0 && outcome.errors == "")
    let types = try types(outcome)
    #expect(Array(types.prefix(3)) == ["session session", "tsv lookup", "dtvr impression"])
    for type in ["dtvr view", "dtvr duration", "dtvr aqh", "id3 raw"] {
      #expect(types.contains(type), "\(type)")
    }
  }

  @Test("the format url has one URL per line, with the host collector.invalid")
  func urls() throws {
    try makeStream()
    let outcome = try shell.run("id3tap pings --format url a.ts | head -3")
    #expect(outcome.lines.count == 3)
    for line in outcome.lines {
      let url = try #require(URLComponents(string: String(line)))
      #expect(url.scheme == "https" && url.host == "collector.invalid")
      #expect(url.path.hasPrefix("/cgi-bin/"))
      #expect((url.queryItems?.count ?? 0) > 5)
    }
  }

  @Test("the same seed gives the same bytes, and another seed gives other bytes")
  func deterministic() throws {
    try makeStream()
    let outputs = try ["{}", #"{"seed": 0}"#, #"{"seed": 1}"#].map {
      try shell.run("id3tap pings \(shell.config($0)) a.ts").output
    }
    #expect(!outputs[0].isEmpty)
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] != outputs[2])
  }

  @Test("a tag that the engine drops is reported")
  func droppedTag() throws {
    try makeStream("--minutes 6 --fault tag-layout")
    let outcome = try shell.run("id3tap pings a.ts")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the engine raised error 3 FailedProcessID3"))
  }

  @Test("--product prints only the pings of the named products")
  func products() throws {
    try makeStream()
    let outcome = try shell.run("id3tap pings --product session,id3 a.ts")
    #expect(Set(try types(outcome)) == ["session session", "id3 raw"])
  }

  @Test(
    "--app-info accepts JSON text or a file",
    arguments: [
      #"--app-info '{"appid": "P1", "appname": "my app", "appversion": 2}'"#,
      "--app-info info.json",
    ]
  )
  func appInfo(option: String) throws {
    try makeStream()
    let outcome = try shell.run(
      #"echo '{"appid":"P1","appname":"my app","appversion":"2"}' > info.json; "#
        + "id3tap pings --product dtvr \(option) a.ts | head -1"
    )
    #expect(outcome.output.contains(#"["c13","asid,P1"]"#))
    #expect(outcome.output.contains(#"["c15","apn,my app"]"#))
    #expect(outcome.output.contains(#"["c12","apv,2"]"#))
  }

  @Test("an array or object in appInfo is dropped and reported")
  func droppedAppInfo() throws {
    try makeStream()
    let outcome = try shell.run(
      #"id3tap pings --app-info '{"appid": "P00000000-0000-0000-0000-000000000000", "x": []}' a.ts"#
    )
    #expect(outcome.status == 0 && !outcome.lines.isEmpty)
    #expect(
      outcome.errors
        == "id3tap: --app-info: the value of 'x' is dropped: give a string or a number\n"
    )
  }

  @Test(
    "'start' in the --config file sets the clock",
    arguments: ["1491483783", "2017-04-06T13:03:03Z"]
  )
  func start(time: String) throws {
    try makeStream()
    let start = try shell.config(#"{"start": "\#(time)"}"#)
    let outcome = try shell.run("id3tap pings \(start) --product session a.ts")
    #expect(outcome.output.contains(#""createTime":1491483783,"#))
  }

  @Test(
    "a start time that is out of range is refused",
    arguments: [
      (#"{"start": "-1"}"#, "--config: start: the start -1 is outside 1970 to 2100"),
      (#"{"start": 999999999}"#, "--config: start: the start 999999999 is too early for live"),
    ]
  )
  func wrongStart(options: String, words: String) throws {
    let outcome = try shell.run("id3tap pings --playhead live \(shell.config(options)) a.ts")
    #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("the table shows the credit string of each ping")
  func table() throws {
    try makeStream()
    let outcome = try shell.run("id3tap pings --format table a.ts")
    #expect(outcome.output.hasPrefix("     TIME  PRODUCT  TYPE        CREATED "))
    #expect(outcome.output.contains("2_00_99_D1_11111_1"))
  }

  @Test("a stream without Nielsen tags gives only the session ping, and a message")
  func noTags() throws {
    try makeStream("--minutes 1 --fault tag-present")
    let outcome = try shell.run("id3tap pings a.ts")
    #expect(try types(outcome) == ["session session"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("id3tap: a.ts: timed ID3 was found, but no Nielsen tag: "))
  }

  @Test("an input that cannot be read is reported, and the other inputs are played")
  func badInput() throws {
    try makeStream()
    let outcome = try shell.run("id3tap pings missing.ts a.ts")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count > 5)
    #expect(outcome.errors == "id3tap: missing.ts: no such file: check the path\n")
  }

  // MARK: - Configuration

  @Test("--print-config needs no input, and --config accepts its output")
  func printedConfiguration() throws {
    let printed = try shell.run("id3tap pings --print-config > c.json; cat c.json")
    #expect(printed.status == 0 && printed.errors == "")
    #expect(printed.output.hasPrefix("{") && printed.output.hasSuffix("}\n"))
    let again = try shell.run(
      "id3tap pings --config c.json --print-config -o d.json; cmp c.json d.json"
    )
    #expect(again.status == 0 && again.errors == "" && again.output == "")
    try makeStream()
    let plain = try shell.run("id3tap pings a.ts")
    let configured = try shell.run("id3tap pings --config c.json a.ts")
    #expect(!plain.output.isEmpty && plain.output == configured.output)
  }

  @Test("a configuration can change the host and disable a product")
  func configuration() throws {
    try makeStream()
    try shell.prepare(
      #"""
      echo '{"format": 1, "host": "other.invalid", "products": {"dtvr": false}, "moon": 1}' > c.json
      """#
    )
    let outcome = try shell.run("id3tap pings --config c.json --format url a.ts")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "id3tap: --config: the key 'moon' is unknown: it has no effect\n")
    #expect(!outcome.lines.isEmpty)
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("https://other.invalid/cgi-bin/") })
    #expect(outcome.lines.allSatisfy { !$0.contains("/cgi-bin/d?") })
  }

  @Test(
    "an invalid configuration file is a usage error",
    arguments: [
      ("", "no such file"), ("echo x > c.json", "c.json: line 1: a JSON value is expected"),
      (#"echo '{"engine":{}}' > c.json"#, "format"), (#"echo '{"host":5}' > c.json"#, "'engine'"),
      (#"echo '{"format":1,"host":5}' > c.json"#, "'host' must be a string"),
    ]
  )
  func brokenConfiguration(_ making: String, _ text: String) throws {
    let outcome = try shell.run("\(making)\nid3tap pings --config c.json --print-config")
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(text))
  }

  @Test(
    "a misspelt key is reported once, unless --quiet or nol_devDebug suppresses warnings",
    arguments: [
      ("", "", true), ("--verbose", "", true), ("", "WARN", true), ("", "ERROR", false),
      ("--quiet", "", false),
    ]
  )
  func engineLog(_ option: String, _ level: String, _ isReported: Bool) throws {
    let debug = level.isEmpty ? "" : #", "nol_devDebug": "\#(level)""#
    let script = """
      {"version": 1, "tags": "none", "duration": 10, "content": {"type": "content", "assetID": "a"},
       "appInfo": {"appid": "P00000000-0000-0000-0000-000000000000"\(debug)},
       "steps": [{"at": 5, "do": "pause", "for": 1}]}
      """
    try Data(script.utf8).write(to: shell.folder.appendingPathComponent("spelling.json"))
    let outcome = try shell.run("id3tap pings \(option) --scenario spelling.json")
    #expect(outcome.status == 0)
    #expect(outcome.errors.matches(of: /write 'assetid'/).count == (isReported ? 1 : 0))
    #expect(outcome.errors.isEmpty == !isReported)
  }
}

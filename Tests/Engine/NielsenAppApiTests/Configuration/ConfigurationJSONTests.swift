import Testing

@testable import NielsenAppApi

@Suite("the configuration as JSON")
struct ConfigurationJSONTests {
  static func reading(_ json: String) throws -> EngineConfiguration.Reading {
    try EngineConfiguration.reading(json)
  }

  @Test(
    "prefixes of real SDKs are rejected",
    arguments: ["bj", "AI", "aA", "bj.7", " bj", ".ai", "bj_", "Bj "]
  )
  func reservedPrefix(_ prefix: String) {
    #expect(throws: EngineConfigurationError.self) {
      _ = try EngineConfiguration.reading(
        "{\"format\": 1, \"sdk\": {\"prefix\": \"\(prefix)\"}}"
      )
    }
    #expect(Bench { $0.configuration.sdk.prefix = prefix }.errors == [5])
  }

  @Test(
    "prefixes that no real SDK has are accepted",
    arguments: ["ox", "", "aix", "bjx", "a", "oxbj"]
  )
  func ownPrefix(_ prefix: String) {
    #expect(Bench { $0.configuration.sdk.prefix = prefix }.errors.isEmpty)
  }

  @Test("refused hosts are added to the existing hosts, and no host is removed")
  func refusedHosts() throws {
    var base = EngineConfiguration()
    base.refusedHosts = ["a.example"]
    for (list, hosts) in [
      ("[]", ["a.example"]), ("[\"B.Example.\", \"[::1]\"]", ["[::1]", "a.example", "b.example"]),
    ] {
      let json = "{\"format\": 1, \"refusedHosts\": \(list)}"
      let configuration = try EngineConfiguration.reading(json, over: base).configuration
      #expect(configuration.refusedHosts.sorted() == hosts)
      let again = try Self.reading(configuration.json()).configuration
      #expect(again.refusedHosts == configuration.refusedHosts)
    }
  }

  @Test(
    "a value of refusedHosts other than a list of host names is rejected",
    arguments: ["5", "{}", "[5]", "[\"\"]", "[\".\"]", "[\"http://a\"]", "[\"a b\"]", "[\"ä.se\"]"]
  )
  func noHosts(_ list: String) {
    #expect(throws: EngineConfigurationError.self) {
      _ = try Self.reading("{\"format\": 1, \"refusedHosts\": \(list)}")
    }
  }

  @Test(
    "invalid or contradictory sources of time-shift codes are rejected",
    arguments: [
      "\"constant\": \"3\"", "\"constant\": 3", "\"constant\": \"03\", \"url\": \"http://h\"",
      "\"table\": []", "\"table\": {\"x\": \"03\"}", "\"table\": {\"x\": 3}",
      "\"table\": {\"pI-X5FFk07770SXf2ZbI6g==\": \"x3\"}",
      "\"constant\": \"03\", \"table\": {\"pI-X5FFk07770SXf2ZbI6g==\": \"03\"}",
    ]
  )
  func lookups(_ keys: String) {
    #expect(throws: EngineConfigurationError.self) {
      _ = try Self.reading("{\"format\": 1, \"tsv\": {\(keys)}}")
    }
  }

  @Test("a written configuration is read back unchanged")
  func roundTrip() throws {
    var configuration = EngineConfiguration()
    configuration.refusedHosts = ["b.example", "a.example"]
    configuration.lookups.table = [SamplePayload.distributor: "03"]
    configuration.name = "a \"name\"\n"
    configuration.thresholds.viewMinutes = 2
    configuration.products.static = false
    configuration.dtvr.creditSource = .tag
    configuration.lookups.breakouts = ["07"]
    configuration.endpoints["x"] = "https://{host}/x"
    configuration.pings["tsv"] = try PingTemplate(
      endpoint: "x",
      notation: "a=k,{custom.mine}!^ b=\"say \"\"yes\"\"\"? c={rnd}*"
    )
    let empty = EngineConfiguration()
    for given in [configuration, empty] {
      let read = try EngineConfiguration.reading(given.json(), over: empty)
      #expect(read.warnings.isEmpty)
      #expect(read.configuration.json() == given.json())
      #expect(read.configuration.thresholds == given.thresholds)
      #expect(read.configuration.products == given.products)
      #expect(read.configuration.lookups == given.lookups)
      #expect(read.configuration.pings == given.pings)
    }
  }

  @Test("the embedded configuration has the keys and values of the design")
  func design() {
    let json = EngineConfiguration().json()
    for line in [
      "\"format\" : 1", "\"host\" : \"collector.invalid\"", "\"segmentMinutes\" : 5",
      "\"minuteSeconds\" : 60", "\"creditSeconds\" : 30", "\"minimumSegmentSeconds\" : 5",
      "\"viewMinutes\" : 1", "\"aqhMinutes\" : 5", "\"tagWindowSeconds\" : 15",
      "\"id3GapSeconds\" : 15", "\"playheadGapSeconds\" : 2", "\"pauseTimeoutSeconds\" : 1800",
      "\"staticTimerSeconds\" : 300", "\"maxLength\" : 1832", "\"maxTags\" : 10",
      "\"maxSeconds\" : 90", "\"creditSource\" : \"auto\"", "\"duplicateWindow\" : 8",
      "\"rtvod\" : false", "\"repeatBeforeDuration\" : false", "\"fpidDays\" : 180",
      "\"emmSeconds\" : 86400", "\"limit\" : 300", "\"firstDelaySeconds\" : 1",
      "\"maxDelaySeconds\" : 300", "\"checkpointSeconds\" : 10", "\"instancesPerAppId\" : 4",
      "\"urlLength\" : 2048", "\"assetName\" : \"defChnAsset\"", "\"nullOffset\" : \"00000\"",
      "\"url\" : \"https://optout.invalid/?appid={appid}\"", "\"outMark\" : \"true\"",
      "\"inMark\" : \"\"", "\"emm\" : \"https://{sessionId}.nuid.{host}/\"", "\"emm\" : false",
      "\"error\" : false", "\"enabled\" : false", "\"prefix\" : \"ox\"", "\"flavour\" : \"open\"",
    ] {
      #expect(json.contains(line), "\(line) is missing")
    }
  }

  @Test("in merged JSON, objects are merged, and arrays and scalars are replaced")
  func merge() throws {
    let read = try Self.reading(
      """
      {"format": 1, "thresholds": {"aqhMinutes": 6}, "tsv": {"breakouts": ["42"]},
       "endpoints": {"d": "https://other.invalid/d"},
       "pings": {"tsv": {"parameters": [{"name": "a", "variable": "rnd", "required": true}]}}}
      """
    ).configuration
    var expected = EngineConfiguration()
    expected.thresholds.aqhMinutes = 6
    expected.lookups.breakouts = ["42"]
    expected.endpoints["d"] = "https://other.invalid/d"
    expected.pings["tsv"] = try PingTemplate(endpoint: "tsv", notation: "a={rnd}!")
    #expect(read == expected)
  }

  @Test("unknown keys in a configuration cause warnings")
  func unknownKeys() throws {
    let read = try Self.reading(
      """
      {"format": 1, "x": 1, "thresholds": {"y": {}}, "pings": {"z": 1, "d": 2,
       "tsv": {"w": 3, "parameters": [{"name": "a", "literal": "b", "v": 4}]}}}
      """
    )
    #expect(
      read.warnings.sorted()
        == [
          "pings.d", "pings.tsv.parameters[0].v", "pings.tsv.w", "pings.z", "thresholds.y", "x",
        ].map { "the key '\($0)' is unknown" }
    )
  }

  @Test(
    "invalid configurations are rejected",
    arguments: [
      ("", "not a JSON object"), ("{", "not a JSON object"), ("[]", "not a JSON object"),
      ("5", "not a JSON object"),
      ("{}", "needs \"format\": 1"), ("{\"format\": 2}", "needs \"format\": 1"),
      ("{\"format\": \"1\"}", "needs \"format\": 1"),
      ("{\"format\": 1, \"host\": 5}", "must be"), ("{\"format\": 1, \"host\": null}", "must be"),
      ("{\"format\": 1, \"thresholds\": 5}", "must be"),
      ("{\"format\": 1, \"thresholds\": {\"aqhMinutes\": 1.5}}", "must be"),
      ("{\"format\": 1, \"thresholds\": {\"aqhMinutes\": \"5\"}}", "must be"),
      ("{\"format\": 1, \"thresholds\": {\"aqhMinutes\": 16}}", "is 16"),
      ("{\"format\": 1, \"thresholds\": {\"aqhMinutes\": 99999999999999999999}}", "must be"),
      ("{\"format\": 1, \"products\": {\"dcr\": 1}}", "must be"),
      ("{\"format\": 1, \"dtvr\": {\"creditSource\": \"sun\"}}", "must be"),
      ("{\"format\": 1, \"tsv\": {\"breakouts\": [1]}}", "must be"),
      ("{\"format\": 1, \"endpoints\": {\"d\": 1}}", "must be"),
      ("{\"format\": 1, \"defaults\": {\"nullCid\": \"x\"}}", "needs 24"),
      (parameter("{\"name\": \"a\"}"), "must be"), (parameter("5"), "must be"),
      (parameter("{\"name\": \"a\", \"variable\": \"rnd\", \"literal\": \"x\"}"), "must be"),
      (parameter("{\"name\": \"a\", \"literal\": \"x\", \"encode\": \"all\"}"), "must be"),
      (parameter("{\"name\": \"a\", \"variable\": \"moon\"}"), "parameters"),
      (parameter("{\"name\": \"a b\", \"literal\": \"x\"}"), "parameters"),
      (parameter("{\"literal\": \"x\"}"), "parameters"),
      ("{\"format\": 1, \"pings\": {\"tsv\": {\"parameters\": {}}}}", "must be"),
    ]
  )
  func refused(_ json: String, _ words: String) {
    #expect {
      try Self.reading(json)
    } throws: { "\($0)".contains(words) }
  }

  static func parameter(_ text: String) -> String {
    "{\"format\": 1, \"pings\": {\"tsv\": {\"parameters\": [\(text)]}}}"
  }

  @Test("a configuration of deeply nested JSON is rejected", arguments: ["[", "{\"a\":"])
  func nesting(_ opening: String) {
    #expect(throws: EngineConfigurationError.self) {
      try Self.reading(String(repeating: opening, count: 100_000))
    }
    let known = "{\"format\":1,\"x\":" + String(repeating: "[", count: 60)
    #expect(throws: Never.self) {
      try Self.reading(known + String(repeating: "]", count: 60) + "}")
    }
  }
}

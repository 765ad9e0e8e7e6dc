import Testing

@testable import Conformance

@Suite struct CheckConfigurationTests {
  private func read(_ json: String) throws -> CheckOptions {
    var options = CheckOptions()
    try options.apply(CheckConfiguration(json: Array(json.utf8)))
    return options
  }

  @Test("every setting of a file is taken over")
  func everything() throws {
    let options = try read(
      #"""
      {"strict": true, "require": ["info", "all-renditions"],
       "rules": {"cadence-gap": {"severity": "warning", "limit": 25, "maximum": 2},
                 "clock-wall": {"severity": "off"}, "tag-count": {}}}
      """#
    )
    #expect(options.isStrict)
    #expect(options.required == [.info, .allRenditions])
    let gap = options.rules[RuleID(rawValue: "cadence-gap")]
    #expect(gap?.severity == .warning)
    #expect(gap?.values == ["limit": 25, "maximum": 2])
    #expect(gap?.isOff == false)
    #expect(options.rules[RuleID(rawValue: "clock-wall")]?.isOff == true)
    #expect(options.rules[RuleID(rawValue: "tag-count")] == nil)
  }

  @Test("a byte order mark in front means nothing")
  func mark() throws {
    #expect(try read("\u{FEFF}{\"strict\": true}").isStrict)
  }

  @Test("an empty object changes nothing")
  func nothing() throws {
    let options = try read("{}")
    #expect(options.rules.isEmpty && options.required.isEmpty && !options.isStrict)
  }

  @Test(
    "what makes no sense is named",
    arguments: [
      ("{", "is not JSON from line 1, column 2 on"),
      ("{\"strict\": true,\n}", "is not JSON from line 2, column 1 on"),
      (#"{"require": ["info",]}"#, "is not JSON from line 1, column 21 on"),
      (
        #"{"rules": {"cadence-gap": {"limit": 1e999}}}"#,
        "is JSON with a number or a text that cannot be read"
      ),
      (
        "{\"strict\": true,\n \"strict\": false}",
        "has 'strict' again in line 2, column 2: leave one of the two"
      ),
      (
        #"{"rules": {"cadence-gap": {"limit": 5}, "cadence-gap": {}}}"#,
        "has 'cadence-gap' again in line 1, column 41: leave one of the two"
      ),
      ("3", "is not a JSON object: settings are in {…}"),
      (
        #"{"rule": {}}"#,
        "'rule' is not a setting: there are 'strict', 'require', 'rules', 'options' and 'engine'"
      ),
      (#"{"rules": {"cadence-gap": 5}}"#, "'rules.cadence-gap' has a value of the wrong type"),
      (
        #"{"rules": {"nope": {}}}"#,
        "there is no rule 'nope': 'id3tap explain --rules' lists all rules"
      ),
      (
        #"{"rules": {"cadence-gap": {"limit": -1}}}"#,
        "'cadence-gap.limit' cannot be -1.0: give a number from 0 to 1e12"
      ),
      (
        #"{"rules": {"tag-cid-change": {"limit": 1}}}"#,
        "'tag-cid-change.limit' is not a threshold: tag-cid-change has none; see 'id3tap explain tag-cid-change'"
      ),
      (
        #"{"rules": {"cadence-gap": {"severity": "bad"}}}"#,
        "'bad' is not a severity: there are 'off', 'info', 'warning' and 'error'"
      ),
      (
        #"{"require": ["tags"]}"#,
        "'tags' cannot be required: there are 'data', 'info', 'audio-rendition', 'all-renditions', "
          + "'all-programs'"
      ),
    ]
  )
  func nonsense(json: String, words: String) throws {
    let error = #expect(throws: CheckSettingError.self) { try read(json) }
    #expect(error?.description == words)
  }
}

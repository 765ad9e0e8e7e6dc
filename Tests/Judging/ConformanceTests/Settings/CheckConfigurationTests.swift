import Testing

@testable import Conformance

@Suite struct CheckConfigurationTests {
  private func read(_ json: String) throws -> CheckOptions {
    var options = CheckOptions()
    try options.apply(CheckConfiguration(json: Array(json.utf8)))
    return options
  }

  @Test("every setting of a configuration file is applied")
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

  @Test("a byte order mark at the start of a file is ignored")
  func mark() throws {
    #expect(try read("\u{FEFF}{\"strict\": true}").isStrict)
  }

  @Test("an empty configuration changes no setting")
  func nothing() throws {
    let options = try read("{}")
    #expect(options.rules.isEmpty && options.required.isEmpty && !options.isStrict)
  }

  @Test(
    "an invalid setting is refused with its line and field",
    arguments: [
      ("{", "line 1: a name in quotes is expected"),
      ("{\"strict\": true,\n}", "line 2: a name in quotes is expected"),
      (#"{"require": ["info",]}"#, "line 1: a JSON value is expected"),
      (
        #"{"rules": {"cadence-gap": {"limit": 1e999}}}"#,
        "line 1: 'rules.cadence-gap.limit': must be a number"
      ),
      (
        "{\"strict\": true,\n \"strict\": false}",
        "line 2: the field 'strict' appears twice"
      ),
      (
        #"{"rules": {"cadence-gap": {"limit": 5}, "cadence-gap": {}}}"#,
        "line 1: the field 'cadence-gap' appears twice"
      ),
      ("3", "line 1: must be an object: { … }"),
      (
        #"{"rule": {}}"#,
        "line 1: 'rule': is unknown: the nearest is 'rules'"
      ),
      (#"{"rules": {"cadence-gap": 5}}"#, "line 1: 'rules.cadence-gap': must be an object: { … }"),
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
        "'tag-cid-change.limit' is not a threshold: tag-cid-change has no thresholds; see 'id3tap explain tag-cid-change'"
      ),
      (
        #"{"rules": {"cadence-gap": {"severity": "bad"}}}"#,
        "'bad' is not a severity: use 'off', 'info', 'warning' or 'error'"
      ),
      (
        #"{"require": ["tags"]}"#,
        "'tags' cannot be required: use 'data', 'info', 'audio-rendition', 'all-renditions', "
          + "'all-programs'"
      ),
    ]
  )
  func nonsense(json: String, words: String) throws {
    let error = #expect(throws: CheckSettingError.self) { try read(json) }
    #expect(error?.description == words)
  }
}

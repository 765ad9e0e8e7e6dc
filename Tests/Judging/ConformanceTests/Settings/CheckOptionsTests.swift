import Testing

@testable import Conformance

@Suite struct CheckOptionsTests {
  private static let gap = RuleID(rawValue: "cadence-gap")

  @Test("a severity replaces the severity of the rule and turns the rule on again")
  func severity() throws {
    var options = CheckOptions()
    try options.setSeverity("cadence-gap=off")
    #expect(options.rules[Self.gap]?.isOff == true)
    try options.setSeverity("cadence-gap=info")
    #expect(options.rules[Self.gap]?.isOff == false)
    #expect(options.rules[Self.gap]?.severity == .info)
  }

  @Test(
    "a threshold is set by rule and name, or by the rule alone if it is unambiguous",
    arguments: [
      ("cadence-gap.limit=25", "cadence-gap", "limit", 25),
      ("cadence-gap=25", "cadence-gap", "limit", 25),
      ("cadence-gap.maximum=1", "cadence-gap", "maximum", 1),
      ("tag-layout=3", "tag-layout", "maximum", 3),
      ("tag-sequence=0.5", "tag-sequence", "share", 0.5),
      ("tag-present=2", "tag-present", "minimum", 2),
      ("clock-wall=1e3", "clock-wall", "limit", 1000),
    ]
  )
  func threshold(text: String, rule: String, name: String, value: Double) throws {
    var options = CheckOptions()
    try options.setThreshold(text)
    #expect(options.rules[RuleID(rawValue: rule)]?.values == [name: value])
  }

  @Test(
    "an invalid threshold is refused",
    arguments: [
      "cadence-gap", "cadence-gap=", "cadence-gap=x", "=3", "nope=3", "cadence-gap.limit.x=3",
      "cadence-gap.=3", "tag-count=3", "cadence-gap=nan", "cadence-gap=inf", "cadence-gap=-1",
      "tag-cid-change=1", "key-cid-sid.limit=1",
    ]
  )
  func nonsense(text: String) {
    var options = CheckOptions()
    #expect(throws: CheckSettingError.self) { try options.setThreshold(text) }
    #expect(options.rules.isEmpty)
  }

  @Test("every threshold of every rule can be set")
  func everyThreshold() throws {
    var options = CheckOptions()
    for rule in RuleDescription.all {
      for threshold in rule.thresholds {
        try options.setThreshold("\(rule.id).\(threshold.name)=1")
        #expect(options.rules[rule.id]?.values[threshold.name] == 1)
      }
    }
  }
}

import Conformance
import Testing

@testable import LiveWatch

@Suite struct LiveRulesTests {
  @Test("every rule that is named is one")
  func names() {
    let rules = Set(RuleDescription.all.map(\.id))
    #expect(LiveRules.replaced.allSatisfy(rules.contains))
    #expect(AlarmName.own.allSatisfy { rules.contains($0.rule) })
    for name in ["cadence-gap", "hls-rendition-missing-tags"] {
      #expect(LiveRules.kind(of: RuleID(rawValue: name)) != .event)
    }
  }

  @Test("no two alarms have the same name")
  func alarms() {
    #expect(Set(AlarmName.all).count == AlarmName.all.count)
    #expect(AlarmName.all.contains(.missingTags) && AlarmName.all.contains(.streamLost))
  }
}

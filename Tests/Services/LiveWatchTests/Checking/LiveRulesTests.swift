import Conformance
import Testing

@testable import LiveWatch

@Suite struct LiveRulesTests {
  @Test("every rule that a built-in alarm of the watch replaces or uses exists")
  func names() {
    let rules = Set(RuleDescription.all.map(\.id))
    #expect(LiveRules.replaced.allSatisfy(rules.contains))
    #expect(AlarmName.own.allSatisfy { rules.contains($0.rule) })
    for name in ["cadence-gap", "hls-rendition-missing-tags", "expect-pc", "expect-renditions"] {
      #expect(LiveRules.kind(of: RuleID(rawValue: name)) != .event)
    }
  }

  @Test("checkers of live feeds list no segments and draw no strips")
  func options() {
    let options = LiveRules.options(CheckOptions(), start: 0, now: 0)
    #expect(!options.listsSegments && !options.drawsStrips)
  }

  @Test("rules about the beginning, the end or the length of a stream do not judge a live feed")
  func running() {
    let rules = LiveRules.options(CheckOptions(), start: 0, now: 0).rules
    for name in ["cadence-start", "cadence-end", "tag-count", "tag-present"] {
      #expect(rules[RuleID(rawValue: name)]?.isOff == true)
    }
    #expect(rules[RuleID(rawValue: "ts-sync")]?.values["error"] == 1)
  }

  @Test("no two alarms have the same name")
  func alarms() {
    #expect(Set(AlarmName.all).count == AlarmName.all.count)
    #expect(AlarmName.all.contains(.missingTags) && AlarmName.all.contains(.streamLost))
  }
}

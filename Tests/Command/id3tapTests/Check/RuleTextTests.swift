import Conformance
import Testing

@testable import Commands

@Suite struct RuleTextTests {
  @Test("the list of rules has a line for each rule, with its name, severity and summary")
  func list() {
    let lines = RuleText.list.split(separator: "\n")
    let rules = RuleDescription.all
    #expect(lines.count == rules.count)
    for (line, rule) in zip(lines, rules) {
      let words = line.split(separator: " ", maxSplits: 2)
      #expect(words.first ?? "" == rule.id.rawValue)
      #expect(words.dropFirst().first ?? "" == rule.traits.severity.rawValue)
      #expect(line.hasSuffix("  \(rule.summary)"))
    }
  }

  @Test("the explanation of a rule includes its limits, remedy and source")
  func explanation() throws {
    let rule = try RuleDescription.find("cadence-gap")
    let text = RuleText.explanation(of: rule)
    #expect(text.hasPrefix("cadence-gap: \(rule.traits.severity.rawValue)\n\n\(rule.summary)\n"))
    for fact in ["What to do:    ", "Tolerated:     at most 0\n", "Source:        "] {
      #expect(text.contains("\n\(fact)"))
    }
    #expect(text.contains("\nLimits:        cadence-gap.limit = 19 s\n"))
    #expect(text.contains("\n               cadence-gap.maximum = 0\n"))
  }

  @Test("the lines of an explanation have at most 80 columns", arguments: RuleDescription.all)
  func width(_ rule: RuleDescription) {
    let lines = RuleText.explanation(of: rule).split(separator: "\n")
    #expect(lines.filter { $0.count > 80 } == [])
    #expect(lines.allSatisfy { $0.last != " " })
  }
}

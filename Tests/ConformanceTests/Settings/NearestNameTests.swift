import Testing

@testable import Conformance

@Suite struct NearestNameTests {
  @Test(
    "the name that was probably meant is found",
    arguments: [
      ("extrct", "extract"), ("EXTRACT", "extract"), ("chekc", "check"), ("chcek", "check"),
      ("ping", "pings"), ("playr", "player"), ("recording.ts", nil), ("x", nil), ("", nil),
    ]
  )
  func nearest(text: String, name: String?) {
    let names = ["extract", "check", "pings", "player", "report"]
    #expect(NearestName.of(text, in: names) == name)
  }

  @Test(
    "the distance counts letters to change, and neighbours that are swapped once",
    arguments: [
      ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3), ("a", "b", 1),
    ]
  )
  func distance(left: String, right: String, distance: Int) {
    #expect(NearestName.distance(left, right) == distance)
    #expect(NearestName.distance(right, left) == distance)
  }

  @Test("an unknown rule is answered with the one that was probably meant")
  func rule() {
    let error = #expect(throws: CheckSettingError.self) { try RuleDescription.find("cadance-gap") }
    #expect(error?.description == "there is no rule 'cadance-gap': the nearest is 'cadence-gap'")
  }

  @Test("every rule has texts", arguments: RuleDescription.all)
  func texts(_ rule: RuleDescription) {
    #expect(rule.summary.hasSuffix("."))
    #expect(rule.details.allSatisfy { !$0.contains("\n") && !$0.isEmpty })
    #expect(!rule.boundText.isEmpty && !rule.traits.remedy.isEmpty)
  }
}

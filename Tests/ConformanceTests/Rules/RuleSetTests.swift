import Testing

@testable import Conformance

@Suite("The set of rules")
struct RuleSetTests {
  @Test("names are those of the types in kebab case")
  func names() {
    #expect(RuleID(typeName: "CadenceGap").rawValue == "cadence-gap")
    #expect(RuleID(typeName: "PesPtsMissing").rawValue == "pes-pts-missing")
    #expect(RuleID(typeName: "TsLeadingId3").rawValue == "ts-leading-id3")
  }

  @Test("no two rules have the same name")
  func uniqueNames() {
    let names = RuleDescription.all.map(\.id)
    #expect(Set(names).count == names.count)
  }
}

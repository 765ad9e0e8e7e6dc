import Testing

@testable import Conformance

@Suite("Rules that need Nielsen's key")
struct KeyRulesTests {
  static let rules = RuleSet.all.filter { $0.traits.group == .key }.map { $0.id }

  @Test("a rule that needs the key is listed but never assessed", arguments: rules)
  func notAssessed(_ rule: RuleID) throws {
    for events in [try MadeTag.stream(seconds: 600), []] {
      let run = try RuleRun(rule, events)
      #expect(run.result.state == .notAssessed)
      #expect(run.result.found == nil)
      #expect(run.result.minimum == nil)
      #expect(run.result.maximum == nil)
      #expect(run.findings.isEmpty)
    }
  }

  @Test("a rule is not assessed for lack of the key or of the watermark decoder")
  func reasons() throws {
    let reasons = try Self.rules.map { try RuleRun($0, []).result.notAssessed }
    #expect(reasons == [NotAssessed?](repeating: .needsKey, count: 7) + [.needsWatermarkDecoder])
  }
}

import Testing

@testable import Conformance

@Suite("What only Nielsen's key could prove")
struct KeyRulesTests {
  static let rules = RuleSet.all.filter { $0.traits.group == .key }.map { $0.id }

  @Test("is listed and never assessed, with and without tags", arguments: rules)
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

  @Test("has the key, or a decoder of watermarks, as reason")
  func reasons() throws {
    let reasons = try Self.rules.map { try RuleRun($0, []).result.notAssessed }
    #expect(reasons == [NotAssessed?](repeating: .needsKey, count: 7) + [.needsWatermarkDecoder])
  }
}

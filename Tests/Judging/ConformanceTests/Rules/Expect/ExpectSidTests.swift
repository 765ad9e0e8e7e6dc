import Testing

@testable import Conformance

@Suite("expect-sid")
struct ExpectSidTests {
  @Test(
    "source identifiers are not assessed, because only Nielsen can read them",
    arguments: [
      (#""fd": {"sids": [1234, {"from": 2000, "to": 2999}]}"#, NotAssessed.needsKey),
      (#""note": "x""#, .notInTemplate),
    ]
  )
  func key(_ fields: String, _ reason: NotAssessed) throws {
    let run = try RuleRun(
      ExpectSid.id,
      MadeTag.dataTags(2),
      template: MadeTemplate.with(fields)
    )
    #expect(run.result.notAssessed == reason)
  }

  @Test("an input without a template is not assessed")
  func nothing() throws {
    #expect(try RuleRun(ExpectSid.id, MadeTag.dataTags(2)).result.notAssessed == .noTemplate)
  }
}

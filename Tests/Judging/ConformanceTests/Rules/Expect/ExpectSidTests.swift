import Testing

@testable import Conformance

@Suite("expect-sid")
struct ExpectSidTests {
  @Test(
    "only Nielsen can compare it",
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

  @Test("without a template nothing is asked")
  func nothing() throws {
    #expect(try RuleRun(ExpectSid.id, MadeTag.dataTags(2)).result.notAssessed == .noTemplate)
  }
}

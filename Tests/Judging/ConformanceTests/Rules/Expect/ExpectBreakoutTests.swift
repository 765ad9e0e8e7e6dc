import Testing

@testable import Conformance

@Suite("expect-breakout")
struct ExpectBreakoutTests {
  @Test(
    "only breakout codes of the template pass",
    arguments: [
      (#""breakouts": ["00", "03"]"#, []), (#""breakouts": ["03"]"#, []),
      (#""breakouts": ["00"]"#, ["breakout 03, expected 00"]),
      (#""breakouts": ["00", "04"]"#, ["breakout 03, expected 00 or 04"]),
    ] as [(String, [String])]
  )
  func codes(_ fields: String, _ messages: [String]) throws {
    let tag = try MadeTag.data(content: { $0.breakout = 3 })
    let run = try RuleRun(ExpectBreakout.id, [tag], template: MadeTemplate.with(fields))
    #expect(run.messages == messages)
    #expect(run.result.state == (messages.isEmpty ? .pass : .fail))
  }

  @Test(
    "tag-breakout expects the only code of a template, and is off if there are several codes",
    arguments: [
      (#""breakouts": ["03"]"#, RuleResult.State.pass), (#""breakouts": ["04"]"#, .fail),
      (#""breakouts": ["03", "04"]"#, .off),
    ]
  )
  func usual(_ fields: String, _ state: RuleResult.State) throws {
    var options = CheckOptions()
    options.expect(try MadeTemplate.with(fields))
    var checker = Checker(input: "a.ts", options: options)
    checker.receive(try MadeTag.data(content: { $0.breakout = 3 }))
    let report = checker.report()
    #expect(report.rules.first { $0.rule == TagBreakout.id }?.state == state)
  }

  @Test("an input is not assessed without a template, breakout codes or Nielsen tags")
  func nothing() throws {
    let tags = [try MadeTag.data()]
    #expect(try RuleRun(ExpectBreakout.id, tags).result.notAssessed == .noTemplate)
    let empty = try MadeTemplate.with(#""note": "x""#)
    #expect(
      try RuleRun(ExpectBreakout.id, tags, template: empty).result.notAssessed == .notInTemplate
    )
    let codes = try MadeTemplate.with(#""breakouts": ["00"]"#)
    let other = try RuleRun(ExpectBreakout.id, [MadeTag.other(time: 1)], template: codes)
    #expect(other.result.notAssessed == .noTags)
  }
}

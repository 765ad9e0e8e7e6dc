import NielsenTag
import Testing

@testable import Conformance

@Suite("expect-offset")
struct ExpectOffsetTests {
  private static func run(
    _ fields: String,
    _ content: (inout TagContent) -> Void
  ) throws -> RuleRun {
    try RuleRun(
      ExpectOffset.id,
      [MadeTag.data(content: content)],
      template: MadeTemplate.with(fields)
    )
  }

  @Test(
    "offsets within the range pass, and offsets outside it fail",
    arguments: [
      (99, ["FD offset 99 s, expected 100 to 200 s"]), (100, []), (200, []),
      (201, ["FD offset 201 s, expected 100 to 200 s"]),
    ] as [(Int, [String])]
  )
  func range(_ offset: Int, _ messages: [String]) throws {
    let run = try Self.run(#""fd": {"offset": {"from": 100, "to": 200}}"#) {
      $0.fdOffset = offset
    }
    #expect(run.messages == messages)
    #expect(run.result.state == (messages.isEmpty ? .pass : .fail))
  }

  @Test("a range without an end extends to the field's limit, and null CIDs are not judged")
  func open() throws {
    let fields = #""pc": {"offset": {"from": 100}}"#
    #expect(try Self.run(fields) { $0.pcOffset = 99_999 }.result.state == .pass)
    let null = try Self.run(fields) { content in
      content.pcCID = .null
      content.pcOffset = 0
    }
    #expect(null.result.found == 0)
  }

  @Test("an input is not assessed without a template, or if the template has no range")
  func nothing() throws {
    #expect(try RuleRun(ExpectOffset.id, [MadeTag.data()]).result.notAssessed == .noTemplate)
    #expect(try Self.run(#""note": "x""#) { _ in }.result.notAssessed == .notInTemplate)
  }
}

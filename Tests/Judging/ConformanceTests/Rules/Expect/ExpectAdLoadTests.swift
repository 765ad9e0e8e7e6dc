import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("expect-ad-load")
struct ExpectAdLoadTests {
  /// Runs the rule on half an hour of tags. `change` alters or omits `replaced` DATA tags from about 600 s on.
  private static func run(
    _ fields: String,
    replaced: Int = 0,
    seconds: Double = 1800,
    _ change: (inout TagContent) -> Bool = { _ in false }
  ) throws -> RuleRun {
    var number = 0
    let tags = try MadeTag.stream(seconds: 1800) { _, element in
      guard element.kind == .data else { return true }
      number += 1
      return (60..<60 + replaced).contains(number) ? change(&element.content) : true
    }
    return try RuleRun(
      ExpectAdLoad.id,
      tags,
      duration: seconds,
      template: MadeTemplate.with(fields)
    )
  }

  @Test(
    "time without a tag of the channel is compared in minutes per hour or as a share",
    arguments: [
      (#"{"minutesPerHour": {"to": 6}}"#, 0, []), (#"{"minutesPerHour": {"to": 6}}"#, 18, []),
      (
        #"{"minutesPerHour": {"to": 6}}"#, 19,
        ["6.3 minutes per hour without a tag of the channel, expected 0.0 to 6.0"]
      ),
      (#"{"share": {"from": 0.05, "to": 0.15}}"#, 18, []),
      (
        #"{"share": {"from": 0.05, "to": 0.15}}"#, 0,
        ["0.0 minutes per hour without a tag of the channel, expected 3.0 to 9.0"]
      ),
    ] as [(String, Int, [String])]
  )
  func load(_ load: String, _ replaced: Int, _ messages: [String]) throws {
    let run = try Self.run(#""adLoad": \#(load)"#, replaced: replaced)
    #expect(run.messages == messages)
    #expect(run.result.state == (messages.isEmpty ? .pass : .warn))
  }

  @Test("tags with null CIDs, or CIDs of another source, are not tags of the channel")
  func others() throws {
    let (_, fd) = try MadeTemplate.cids()
    let fields =
      #""fd": {"cids": ["\#(fd)"]}, "pc": {"expected": false}, "adLoad": {"minutesPerHour": {"to": 5}}"#
    for cid in [ContentID.null, MadeTemplate.other] {
      let run = try Self.run(fields, replaced: 30) { content in
        content.fdCID = cid
        return true
      }
      #expect(run.result.found == 1)
    }
  }

  @Test("content of less than half an hour is not assessed")
  func length() throws {
    let run = try Self.run(#""adLoad": {"minutesPerHour": {"to": 6}}"#, seconds: 1799)
    #expect(run.result.notAssessed == .tooShort)
  }

  @Test("an input is not assessed without a template, or if the template has no ad load")
  func nothing() throws {
    #expect(
      try RuleRun(ExpectAdLoad.id, MadeTag.dataTags(2)).result.notAssessed == .noTemplate
    )
    #expect(try Self.run(#""note": "x""#).result.notAssessed == .notInTemplate)
  }
}

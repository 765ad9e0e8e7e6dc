import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("expect-fd")
struct ExpectFdTests {
  /// Runs the rule on thirteen DATA tags. The CID is null in the tags whose index is in `nulls`.
  private static func run(
    _ fields: String,
    nulls: ClosedRange<Int>? = nil,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      13,
      content: { index, content in
        if nulls?.contains(index) == true { content.fdCID = .null }
      }
    )
    let template = try MadeTemplate.with(#""fd": {\#(fields)}"#)
    return try RuleRun(ExpectFd.id, tags, settings: settings, template: template)
  }

  @Test(
    "an expected FD CID may be null up to the limit",
    arguments: [(5...7, []), (5...8, [38.0 + 20])]
  )
  func limit(_ nulls: ClosedRange<Int>, _ times: [Double]) throws {
    let run = try Self.run(#""expected": true"#, nulls: nulls)
    #expect(run.findings.map(\.place.time) == times)
    #expect(run.result.state == (times.isEmpty ? .pass : .fail))
    if !times.isEmpty {
      #expect(run.messages == ["FD CID null for 30.0 s (limit 20 s), but the template expects one"])
    }
  }

  @Test("the template's limit overrides the default, and the user's limit overrides both")
  func limits() throws {
    let fields = #""expected": true, "nullSeconds": 40"#
    #expect(try Self.run(fields, nulls: 0...4).result.found == 0)
    #expect(try Self.run(fields, nulls: 0...12).messages.first?.contains("(limit 40 s)") == true)
    let strict = try Self.run(fields, nulls: 0...4, settings: RuleSettings(["limit": 30]))
    #expect(strict.result.found == 1)
  }

  @Test("an unexpected FD CID is reported with the number of tags")
  func unexpected() throws {
    let run = try Self.run(#""expected": false"#)
    #expect(run.messages == ["FD CID in 13 DATA tags, but the template expects none"])
    #expect(run.result.found == 13)
    #expect(run.result.state == .fail)
    #expect(try Self.run(#""expected": false"#, nulls: 0...12).result.state == .pass)
  }

  @Test("without a clock, an expected FD CID is reported as missing if no tag has one")
  func text() throws {
    let tags = try MadeTag.dataTags(2, content: { _, content in content.fdCID = .null })
    let run = try RuleRun(
      ExpectFd.id,
      tags.map { $0.with { tag in tag.time = nil } },
      template: MadeTemplate.with(#""fd": {"expected": true}"#)
    )
    #expect(run.messages == ["no FD CID in 2 DATA tags, but the template expects one"])
  }

  @Test("an input is not assessed if the template, its field or DATA tags are missing")
  func nothing() throws {
    #expect(try RuleRun(ExpectFd.id, MadeTag.dataTags(1)).result.notAssessed == .noTemplate)
    #expect(try Self.run(#""note": "x""#).result.notAssessed == .notInTemplate)
    let info = try RuleRun(
      ExpectFd.id,
      [MadeTag.info()],
      template: MadeTemplate.with(#""fd": {"expected": true}"#)
    )
    #expect(info.result.notAssessed == .noTags)
  }
}

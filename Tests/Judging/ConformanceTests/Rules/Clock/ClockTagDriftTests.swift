import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-tag-drift")
struct ClockTagDriftTests {
  /// DATA tags, each with a tag clock that is slow by a number of seconds.
  private func run(
    tags: Int,
    duration: Double = 600,
    settings: RuleSettings = RuleSettings(),
    behind seconds: (Int) -> Int
  ) throws -> RuleRun {
    let tags = try MadeTag.dataTags(
      tags,
      content: { index, content in
        content.lastTagTime = UInt32(Int(content.lastTagTime) - seconds(index))
      }
    )
    return try RuleRun(ClockTagDrift.id, tags, duration: duration, settings: settings)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(ClockTagDrift.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a clock that loses time with every tag warns once, at the last tag")
  func loses() throws {
    let run = try run(tags: 311) { $0 / 25 }
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "tag clock lost 12 s in 3100 s (−0.39 %): the clock source of the inserter may be wrong"
      ]
    )
    #expect(
      run.findings.first?.place == Place(time: 3108, program: 1, pid: 0x102, offset: 3_108_000)
    )
  }

  @Test("a clock that gains time warns")
  func gains() throws {
    #expect(
      try run(tags: 13) { -$0 }.messages == [
        "tag clock gained 12 s in 120 s (+10.00 %): the clock source of the inserter may be wrong"
      ]
    )
  }

  @Test("a drift of 5 s passes, and a drift of 6 s warns", arguments: [(5, 0), (6, 1)])
  func limit(_ seconds: Int, _ found: Int) throws {
    #expect(try run(tags: 20) { min($0, seconds) }.result.found == found)
  }

  @Test("the limit can be set", arguments: [(12.0, 0), (11.9, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(tags: 13, settings: settings) { $0 }.result.found == found)
  }

  @Test("a clock with a single step does not drift, but a clock that never advances does")
  func steps() throws {
    #expect(try run(tags: 13) { $0 < 6 ? 0 : 30 }.result.state == .pass)
    #expect(
      try run(tags: 13) { 10 * $0 }.messages == [
        "tag clock lost 120 s in 120 s (−100.00 %): the clock source of the inserter may be wrong"
      ]
    )
  }

  @Test(
    "a minute of content is assessed, but shorter content is not",
    arguments: [(60, nil), (59.9, .tooShort)] as [(Double, NotAssessed?)]
  )
  func tooShort(_ duration: Double, _ reason: NotAssessed?) throws {
    #expect(try run(tags: 5, duration: duration) { _ in 0 }.result.notAssessed == reason)
  }

  @Test("a stream without a valid blob or without tags, or a text input, is not assessed")
  func notAssessed() throws {
    let id = ClockTagDrift.id
    #expect(try RuleRun(id, MadeTag.refuted()).result.notAssessed == .heuristicUnconfirmed)
    let broken = try MadeTag.dataTags(2, bytes: { MadeTag.breakChecksum(&$1) })
    #expect(try RuleRun(id, broken).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(id, []).result.notAssessed == .noTags)
    let text = try RuleRun(id, [MadeTag.text(line: 1)], media: [.text])
    #expect(text.result.notAssessed == .carriage)
  }
}

import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-tag-date")
struct ClockTagDateTests {
  private func run(_ time: UInt32, now: Double = 1_800_000_000) throws -> RuleRun {
    let tag = try MadeTag.data(content: { $0.firstTagTime = time })
    return try RuleRun(ClockTagDate.id, [tag], now: now)
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(ClockTagDate.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == 0)
  }

  @Test("a clock that was never set is reported as information")
  func unset() throws {
    let run = try run(130)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag time 1970-01-01 00:02:10: the clock of the inserter is not set"])
    #expect(run.findings.first?.place == Place(time: 8, program: 1, pid: 0x102, offset: 8000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test(
    "a tag time of 2010-01-01 00:00 UTC passes, but a time one second earlier does not",
    arguments: [
      (1_262_304_000, []),
      (1_262_303_999, ["tag time 2009-12-31 23:59:59: the clock of the inserter is not set"]),
    ] as [(UInt32, [String])]
  )
  func first(_ time: UInt32, _ messages: [String]) throws {
    #expect(try run(time).messages == messages)
  }

  @Test(
    "a tag time one day ahead passes, but a time one second later does not",
    arguments: [
      (1_700_086_400, []),
      (
        1_700_086_401,
        ["tag time 2023-11-15 22:13:21: the clock of the inserter is ahead"]
      ),
    ] as [(UInt32, [String])]
  )
  func tomorrow(_ time: UInt32, _ messages: [String]) throws {
    #expect(try run(time, now: 1_700_000_000).messages == messages)
  }

  @Test("a stream without a valid blob, or without tags, is not assessed")
  func notAssessed() throws {
    let id = ClockTagDate.id
    #expect(try RuleRun(id, MadeTag.refuted()).result.notAssessed == .heuristicUnconfirmed)
    let broken = try MadeTag.data(bytes: { MadeTag.breakChecksum(&$0) })
    #expect(try RuleRun(id, [broken]).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, [MadeTag.other(time: 1)]).result.notAssessed == .noTags)
  }
}

import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-end")
struct CadenceEndTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceEnd.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// A single DATA tag at a time in 600 s of content.
  private func run(at time: Double, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(CadenceEnd.id, [MadeTag.data(time: time)], settings: settings)
  }

  @Test("a last tag more than a minute before the end fails")
  func finds() throws {
    let run = try run(at: 539)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["last DATA tag 61.0 s before the end (limit 60 s)"])
    #expect(run.findings.first?.place == Place(time: 539, program: 1, pid: 0x102, offset: 539_000))
  }

  @Test("a last tag up to 20 s before the end passes", arguments: [(580.0, 0), (579.9, 1)])
  func limit(_ time: Double, _ found: Int) throws {
    #expect(try run(at: time).result.found == found)
    #expect(try run(at: time - 10, settings: RuleSettings(["limit": 30])).result.found == found)
  }

  @Test(
    "a last tag 20 to 60 s before the end warns, an earlier one fails, and 60 s can be changed",
    arguments: [
      (579.9, nil, .warn), (540, nil, .warn), (539.9, nil, .fail), (539, 90, .warn),
      (560, 30, .fail),
    ] as [(Double, Double?, RuleResult.State)]
  )
  func error(_ time: Double, _ error: Double?, _ state: RuleResult.State) throws {
    let settings = RuleSettings(error.map { ["error": $0] } ?? [:])
    #expect(try run(at: time, settings: settings).result.state == state)
  }

  @Test("each rendition is measured up to its own end")
  func renditions() throws {
    let tags = try ["a", "b"].map { name in
      try MadeTag.data(time: 50).with { $0.rendition = name }
    }
    let summary = InputSummary.playlist([("a", 60), ("b", 90)])
    let run = try RuleRun(CadenceEnd.id, tags, summary: summary)
    #expect(run.messages == ["last DATA tag 40.0 s before the end (limit 20 s)"])
    #expect(run.findings.map(\.place.rendition) == ["b"])
  }

  @Test("a part of an input, or a live input, is not assessed")
  func notRead() throws {
    let limited = try RuleRun(CadenceEnd.id, [MadeTag.data()], isLimited: true)
    #expect(limited.result.notAssessed == .notRead)
    let live = try RuleRun(
      CadenceEnd.id,
      [MadeTag.data()],
      summary: .playlist([("a", 300)], isLive: true)
    )
    #expect(live.result.notAssessed == .notRead)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(CadenceEnd.id, MadeTag.stream(seconds: 600), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceEnd.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "a missing tag at an unread end of the content is not reported",
    arguments: [(545.0, 55.0, 0), (545, 30, 1)]
  )
  func unread(_ start: Double, _ seconds: Double, _ found: Int) throws {
    let events = [try MadeTag.data(time: 539), MadeHole.missing(from: start, seconds: seconds)]
    #expect(try RuleRun(CadenceEnd.id, events).result.found == found)
  }
}

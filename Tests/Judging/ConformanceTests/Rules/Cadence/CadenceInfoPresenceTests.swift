import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-info-presence")
struct CadenceInfoPresenceTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a stream without INFO tags fails")
  func finds() throws {
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.dataTags(91), duration: 912)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["no INFO tag in 912.0 s (limit 310 s)"])
    #expect(run.findings.first?.place == Place(time: 0, program: 1, pid: 0x102))
  }

  @Test(
    "a first INFO tag at 310 s passes, and a later one fails",
    arguments: [(310.0, 0), (311, 1)]
  )
  func limit(_ time: Double, _ found: Int) throws {
    let tags = try MadeTag.dataTags(30) + [MadeTag.info(time: time)]
    let run = try RuleRun(CadenceInfoPresence.id, tags)
    #expect(run.result.found == found)
    #expect(
      run.messages == (found == 0 ? [] : ["no INFO tag in the first 311.0 s (limit 310 s)"])
    )
    #expect(run.findings.allSatisfy { $0.place.time == time })
  }

  @Test("only renditions with Nielsen tags and at least six minutes are judged")
  func renditions() throws {
    let tags = try ["a", "b", "c"].flatMap { name in
      try MadeTag.dataTags(20).map { $0.with { $0.rendition = name } }
    }
    let info = try MadeTag.info(time: 20).with { $0.rendition = "a" }
    let summary = InputSummary.playlist([("a", 400), ("b", 400), ("c", 359), ("d", 400)])
    let run = try RuleRun(CadenceInfoPresence.id, tags + [info], summary: summary)
    #expect(run.findings.map(\.place.rendition) == ["b"])
  }

  @Test(
    "content of six minutes is assessed, and shorter content is not",
    arguments: [(360.0, nil), (359.9, .tooShort)] as [(Double, NotAssessed?)]
  )
  func tooShort(_ duration: Double, _ reason: NotAssessed?) throws {
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.dataTags(30), duration: duration)
    #expect(run.result.notAssessed == reason)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.stream(seconds: 600), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test("a stream that does not follow the blob model is not assessed")
  func refuted() throws {
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.refuted())
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
    #expect(run.findings.isEmpty)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceInfoPresence.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "a missing INFO tag is not reported if an unread part may contain it",
    arguments: [(290.0, true), (320, false)]
  )
  func unread(_ start: Double, _ isUnread: Bool) throws {
    let hole = MadeHole.missing(from: start, seconds: 30)
    let run = try RuleRun(CadenceInfoPresence.id, MadeTag.dataTags(60) + [hole])
    #expect(run.result.notAssessed == (isUnread ? .notRead : nil))
    #expect(run.findings.isEmpty == isUnread)
  }

  @Test(
    "six minutes of content after a later start are assessed, and shorter content is not",
    arguments: [(0.0, 1), (100, 0), (240, 0)]
  )
  func begunLater(_ start: Double, _ found: Int) throws {
    let tags = try MadeTag.dataTags(30) + [MadeTag.info(time: 312)]
    let run = try RuleRun(CadenceInfoPresence.id, tags, isLimited: true, start: start)
    #expect(run.result.found == found)
    let rest = try RuleRun(CadenceInfoPresence.id, tags, isLimited: true, start: 241)
    #expect(rest.result.notAssessed == .notRead)
  }
}

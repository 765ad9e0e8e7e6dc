import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-info-interval")
struct CadenceInfoIntervalTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceInfoInterval.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// DATA tags, and INFO tags at these times.
  private func run(_ times: Double..., duration: Double = 1000) throws -> RuleRun {
    let infos = try times.map { try MadeTag.info(time: $0) }
    return try RuleRun(
      CadenceInfoInterval.id,
      MadeTag.dataTags(2) + infos,
      duration: duration
    )
  }

  @Test("ten minutes without an INFO tag fail, and the finding is at their start")
  func finds() throws {
    let run = try run(12, 312, 913)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "601.0 s without an INFO tag (limit 310 s); "
          + "a multiplexer may drop one of two tags released together"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 312, program: 1, pid: 0x102, offset: 312_000))
  }

  @Test(
    "310 s without an INFO tag pass, but a longer time does not",
    arguments: [(322.0, 0), (322.1, 1)]
  )
  func limit(_ second: Double, _ found: Int) throws {
    #expect(try run(12, second, duration: 600).result.found == found)
  }

  @Test(
    "the time from the last INFO tag to the end is also compared with the limit",
    arguments: [(622.0, 0), (622.1, 1)]
  )
  func end(_ duration: Double, _ found: Int) throws {
    let run = try run(12, 312, duration: duration)
    #expect(run.result.found == found)
    #expect(run.findings.allSatisfy { $0.place.time == 312 })
  }

  @Test(
    "INFO tags on another PID continue the INFO tags of the first PID",
    arguments: [(312.0, 0), (330, 1)]
  )
  func move(_ time: Double, _ found: Int) throws {
    let moved = try MadeTag.info(time: time).with { $0.pid = 0x1f0 }
    let tags = try MadeTag.dataTags(2) + [MadeTag.info(time: 19), moved]
    let run = try RuleRun(CadenceInfoInterval.id, tags)
    #expect(run.result.found == found)
  }

  @Test("a stream without INFO tags is not assessed")
  func noInfo() throws {
    #expect(try run().result.notAssessed == .noTags)
  }

  @Test(
    "content of six minutes is assessed, and shorter content is not",
    arguments: [(360.0, nil), (359.9, .tooShort)] as [(Double, NotAssessed?)]
  )
  func tooShort(_ duration: Double, _ reason: NotAssessed?) throws {
    #expect(try run(12, 312, duration: duration).result.notAssessed == reason)
  }

  @Test("a stream without valid checksums is not assessed")
  func refuted() throws {
    let infos = try [12, 32].map {
      try MadeTag.info(time: $0, bytes: { MadeTag.breakChecksum(&$0) })
    }
    let run = try RuleRun(CadenceInfoInterval.id, infos)
    #expect(run.result.notAssessed == .heuristicUnconfirmed)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(CadenceInfoInterval.id, MadeTag.stream(seconds: 600), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceInfoInterval.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "the time without an INFO tag does not include unread parts of the input",
    arguments: [(500.0, "488.0 s"), (900, "601.0 s")]
  )
  func unread(_ start: Double, _ heard: String) throws {
    let infos = try [12.0, 613].map { try MadeTag.info(time: $0) }
    let hole = MadeHole.missing(from: start, seconds: 60)
    let events = try MadeTag.dataTags(2) + [infos[0], hole, infos[1]]
    let run = try RuleRun(CadenceInfoInterval.id, events, duration: 700)
    #expect(run.result.found == 1)
    #expect(run.messages.first?.hasPrefix(heard) == true)
    let middle = MadeHole.missing(from: 300, seconds: 60)
    let none = try MadeTag.dataTags(2) + [infos[0], middle, infos[1]]
    #expect(try RuleRun(CadenceInfoInterval.id, none, duration: 700).result.found == 0)
  }
}

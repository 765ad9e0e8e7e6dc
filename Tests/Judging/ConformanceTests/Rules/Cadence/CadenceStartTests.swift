import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-start")
struct CadenceStartTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceStart.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// A DATA tag at this time.
  private func run(at time: Double, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    try RuleRun(CadenceStart.id, [MadeTag.data(time: time)], settings: settings)
  }

  @Test("a first tag after more than a minute fails")
  func finds() throws {
    let run = try run(at: 84)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["first DATA tag after 84.0 s (limit 60 s)"])
    #expect(run.findings.first?.place == Place(time: 84, program: 1, pid: 0x102, offset: 84_000))
  }

  @Test(
    "a first tag after 20 s passes, and a later one does not",
    arguments: [(20.0, 0), (20.1, 1)]
  )
  func limit(_ time: Double, _ found: Int) throws {
    #expect(try run(at: time).result.found == found)
    #expect(try run(at: time + 10, settings: RuleSettings(["limit": 30])).result.found == found)
  }

  @Test(
    "a first tag after 20 to 60 s warns, a later one fails, and the limit of 60 s can be set",
    arguments: [
      (20.1, nil, .warn), (60, nil, .warn), (60.1, nil, .fail), (84, 90, .warn), (40, 30, .fail),
    ] as [(Double, Double?, RuleResult.State)]
  )
  func error(_ time: Double, _ error: Double?, _ state: RuleResult.State) throws {
    let settings = RuleSettings(error.map { ["error": $0] } ?? [:])
    #expect(try run(at: time, settings: settings).result.state == state)
  }

  @Test(
    "over a minute of INFO tags without a DATA tag fails, and shorter content is not assessed",
    arguments: [(420.0, true), (60.1, true), (60, false)]
  )
  func noData(_ seconds: Double, _ fails: Bool) throws {
    let run = try RuleRun(CadenceStart.id, [MadeTag.info(time: 2)], duration: seconds)
    #expect(run.result.state == (fails ? .fail : .notAssessed))
    #expect(run.result.notAssessed == (fails ? nil : .noTags))
    let length = seconds == 420 ? "420.0" : "60.1"
    #expect(
      run.messages == (fails ? ["no DATA tag in \(length) s, INFO tags only (limit 60 s)"] : [])
    )
    #expect(run.findings.allSatisfy { $0.place == Place(time: 0, program: 1, pid: 0x102) })
  }

  @Test("a PID with INFO tags but no DATA tag passes if another PID has DATA tags")
  func separateInfo() throws {
    let info = try MadeTag.info(time: 2).with { $0.pid = 0x1f0 }
    #expect(try RuleRun(CadenceStart.id, [info] + MadeTag.dataTags(60)).result.state == .pass)
  }

  @Test("an INFO tag does not count as the first DATA tag")
  func info() throws {
    let tags = try [MadeTag.info(time: 2), MadeTag.data(time: 50)]
    #expect(try RuleRun(CadenceStart.id, tags).result.found == 1)
  }

  @Test("each rendition with tags is judged from the first segment that was read")
  func renditions() throws {
    let segment = SegmentReport(
      rendition: "b",
      uri: "1.ts",
      mediaSequence: 1,
      start: 40,
      duration: 6
    )
    let tags = try ["a", "b"].map { name in
      try MadeTag.data(time: 50).with { $0.rendition = name }
    }
    let summary = InputSummary.playlist([("a", 300), ("b", 300), ("without tags", 300)])
    let run = try RuleRun(CadenceStart.id, [.segment(segment)] + tags, summary: summary)
    #expect(run.findings.map(\.place.rendition) == ["a"])
  }

  @Test("the first tag of a PID that continues another PID's stream is not judged")
  func move() throws {
    let tags = try MadeTag.dataTags(9).enumerated().map { index, tag in
      index < 4 ? tag : tag.with { $0.pid = 0x1f0 }
    }
    #expect(try RuleRun(CadenceStart.id, tags).findings.isEmpty)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(CadenceStart.id, MadeTag.stream(seconds: 600), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceStart.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }

  @Test(
    "a missing tag at an unread start of the content is not reported",
    arguments: [(60.0, 0), (59, 1)]
  )
  func unread(_ seconds: Double, _ found: Int) throws {
    let events = [MadeHole.missing(from: 0, seconds: seconds), try MadeTag.data(time: 80)]
    #expect(try RuleRun(CadenceStart.id, events).result.found == found)
  }

  @Test(
    "the time to the first tag counts from the start that the user chose",
    arguments: [(100.0, 0), (80, 1)]
  )
  func begunLater(_ start: Double, _ found: Int) throws {
    let run = try RuleRun(
      CadenceStart.id,
      [MadeTag.data(time: 110)],
      isLimited: true,
      start: start
    )
    #expect(run.result.found == found)
    #expect(run.messages == (found == 0 ? [] : ["first DATA tag after 30.0 s (limit 20 s)"]))
  }
}

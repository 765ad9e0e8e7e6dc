import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-wall")
struct ClockWallTests {
  /// The last tag time of the tag, in Unix seconds.
  private static let tagTime = 1_700_000_010.0

  /// A tag whose time of day is a number of seconds before its own tag time.
  private func run(
    early seconds: Double,
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let tag = try MadeTag.data().with { $0.wallClock = Self.tagTime - seconds }
    return try RuleRun(ClockWall.id, [tag], settings: settings)
  }

  @Test("a tag with the time of day of its stream passes")
  func passes() throws {
    let run = try run(early: 1)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a clock an hour early or late is reported as information", arguments: [3600.0, -3600])
  func finds(_ seconds: Double) throws {
    let run = try run(early: seconds)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag clock differs from the stream's time of day by 3600 s"])
    #expect(
      run.findings.first?.place
        == Place(
          time: 8,
          wallClock: Self.tagTime - seconds,
          program: 1,
          pid: 0x102,
          offset: 8000
        )
    )
    #expect(run.findings.first?.severity == .info)
  }

  @Test(
    "a difference of up to a minute between tag clock and time of day passes",
    arguments: [(60.0, 0), (61, 1), (-60, 0), (-61, 1)]
  )
  func limit(_ seconds: Double, _ found: Int) throws {
    #expect(try run(early: seconds).result.found == found)
  }

  @Test("the limit can be set", arguments: [(100.0, 0), (99.0, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(early: 100, settings: settings).result.found == found)
  }

  @Test("a stream without a wall clock, a valid blob or tags is not assessed")
  func notAssessed() throws {
    let id = ClockWall.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .noWallClock)
    let refuted = try MadeTag.refuted().map { $0.with { $0.wallClock = Self.tagTime } }
    #expect(try RuleRun(id, refuted).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, [refuted[0]]).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, []).result.notAssessed == .noTags)
  }
}

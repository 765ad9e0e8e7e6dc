import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-late-arrival")
struct ClockLateArrivalTests {
  /// A tag that arrives a number of 90 kHz ticks after its PTS.
  private func run(late ticks: Int64, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let tag = try MadeTag.data(time: 118).inMultiplex { $0.programClock = 118 * 90_000 + ticks }
    return try RuleRun(ClockLateArrival.id, [tag], settings: settings)
  }

  @Test("a tag that arrives before its PTS passes")
  func passes() throws {
    let run = try run(late: -90_000)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a tag that arrives after its PTS warns")
  func finds() throws {
    let run = try run(late: 162_000)
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["tag arrives 1.8 s after its own PTS: players may skip it"])
    #expect(run.findings.first?.place == Place(time: 118, program: 1, pid: 0x102, offset: 118_000))
  }

  @Test(
    "a delay of 0.5 s passes, but a delay one tick longer does not",
    arguments: [(45_000, 0), (45_001, 1)]
  )
  func limit(_ ticks: Int64, _ found: Int) throws {
    #expect(try run(late: ticks).result.found == found)
  }

  @Test("the limit can be set", arguments: [(2.0, 0), (1.9, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let settings = RuleSettings(["limit": limit])
    #expect(try run(late: 180_000, settings: settings).result.found == found)
  }

  @Test(
    "a difference of more than a minute between PTS and PCR is not judged",
    arguments: [5_400_000, 5_400_001]
  )
  func incomparable(_ ticks: Int64) throws {
    #expect(try run(late: ticks).result.found == (ticks > 5_400_000 ? 0 : 1))
  }

  /// Tags every ten seconds, each of which arrives a number of seconds before its PTS.
  private func run(leads: [Int64], settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let tags = try leads.enumerated().map { index, lead in
      try MadeTag.data(time: Double(18 + index * 10)).inMultiplex {
        $0.programClock = (Int64(18 + index * 10) - lead) * 90_000
      }
    }
    return try RuleRun(ClockLateArrival.id, tags, settings: settings)
  }

  @Test(
    "a PCR that is set back by 30 s is reported once, at the second tag after the change",
    arguments: [
      ([1, 1, 31, 31, 31, 31], 3), ([1, 31, 1, 31, 1], 0), ([20, 20, 20], 0), ([21, 21], 1),
      ([61, 61], 0), ([1, 1, 1], 0),
    ] as [([Int64], Int)]
  )
  func goesBack(_ leads: [Int64], _ found: Int) throws {
    let run = try run(leads: leads)
    #expect(run.result.found == found)
    #expect(run.findings.count == min(found, 1))
    if leads.contains(31), found > 0 {
      #expect(
        run.messages == [
          "tags arrive 31.0 s before their PTS according to the PCR (limit 20 s): the PCR went back, or belongs "
            + "to another clock"
        ]
      )
      #expect(run.findings.first?.place.time == 48)
    }
  }

  @Test("an input without a PCR, without tags or without a transport stream is not assessed")
  func notAssessed() throws {
    let id = ClockLateArrival.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .noClock)
    #expect(try RuleRun(id, [MadeTag.other(time: 1)]).result.notAssessed == .noClock)
    let message = try RuleRun(id, [MadeTag.inMessage()], media: [.fragmentedMP4])
    #expect(message.result.notAssessed == .carriage)
  }
}

import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-offset-rate")
struct ClockOffsetRateTests {
  private func run(
    tags: Int,
    settings: RuleSettings = RuleSettings(),
    _ change: (Int, inout TagContent) -> Void
  ) throws -> RuleRun {
    try RuleRun(
      ClockOffsetRate.id,
      MadeTag.dataTags(tags, content: change),
      settings: settings
    )
  }

  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(ClockOffsetRate.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("an offset that does not advance with the clock warns")
  func standsStill() throws {
    let tags = try MadeTag.dataTags(7, content: { $1.fdOffset = 21_778 })
    let run = try RuleRun(ClockOffsetRate.id, [tags[0], tags[6]])
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["FD offset advanced 0 s while the tag clock advanced 60 s"])
    #expect(run.findings.first?.place == Place(time: 68, program: 1, pid: 0x102, offset: 68_000))
  }

  @Test(
    "a difference of 10 s between offset and clock passes, and a difference of 11 s warns",
    arguments: [
      (10, []), (-10, []), (11, ["PC offset advanced 21 s while the tag clock advanced 10 s"]),
      (-11, ["PC offset advanced -1 s while the tag clock advanced 10 s"]),
    ] as [(Int, [String])]
  )
  func limit(_ seconds: Int, _ messages: [String]) throws {
    let run = try run(tags: 2) { index, content in
      if index == 1 { content.pcOffset += seconds }
    }
    #expect(run.messages == messages)
  }

  @Test("the limit can be set", arguments: [(30.0, 0), (29.0, 1)])
  func setLimit(_ limit: Double, _ found: Int) throws {
    let run = try run(tags: 2, settings: RuleSettings(["limit": limit])) { index, content in
      if index == 1 { content.pcOffset += 30 }
    }
    #expect(run.result.found == found)
  }

  @Test(
    "offsets less than 20 s after a change of the CID are ignored",
    arguments: [(3, 20.0, 0), (4, 20, 1), (3, 10, 1), (2, 10, 0)]
  )
  func settling(_ lastWrong: Int, _ seconds: Double, _ found: Int) throws {
    let run = try run(tags: 8, settings: RuleSettings(["settling": seconds])) { index, content in
      guard index >= 2 else { return }
      content.fdCID = ContentID(bytes: Array(0..<16)) ?? .null
      if index <= lastWrong { content.fdOffset = 99 }
    }
    #expect(run.result.found == found)
  }

  @Test("two wrong offsets that agree become the new reference")
  func repeated() throws {
    let run = try run(tags: 20) { index, content in
      if index >= 5 { content.fdOffset -= 600 }
    }
    #expect(run.messages == ["FD offset advanced -550 s while the tag clock advanced 50 s"])
  }

  @Test("one wrong offset in 50 passes, and one in 48 does not", arguments: [(26, 1), (25, 0)])
  func share(_ tags: Int, _ maximum: Int) throws {
    let run = try run(tags: tags) { index, content in
      if index == 10 { content.fdOffset += 100 }
    }
    #expect(run.result.found == 1)
    #expect(run.result.maximum == maximum)
    #expect(run.result.state == (maximum == 1 ? .pass : .warn))
  }

  @Test("a stream in which both CIDs are always null is not assessed")
  func noSource() throws {
    let run = try run(tags: 3) { _, content in
      (content.pcCID, content.fdCID) = (.null, .null)
      (content.pcOffset, content.fdOffset) = (0, 0)
    }
    #expect(run.result.notAssessed == .noTags)
  }

  @Test("a CID that changes with every tag is not assessed")
  func nothingStays() throws {
    let run = try run(tags: 3) { index, content in
      content.pcCID = .null
      content.fdCID = ContentID(bytes: Array(repeating: UInt8(index), count: 16)) ?? .null
    }
    #expect(run.result.notAssessed == .tooFewTags)
  }

  @Test("a stream without a valid blob, or with fewer than two DATA tags, is not assessed")
  func notAssessed() throws {
    let id = ClockOffsetRate.id
    #expect(try RuleRun(id, MadeTag.refuted()).result.notAssessed == .heuristicUnconfirmed)
    let broken = try MadeTag.dataTags(2, bytes: { MadeTag.breakChecksum(&$1) })
    #expect(try RuleRun(id, broken).result.notAssessed == .heuristicUnconfirmed)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .tooFewTags)
    #expect(try RuleRun(id, [MadeTag.info()]).result.notAssessed == .noTags)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-id3-pid-shared")
struct TsId3PidSharedTests {
  private func others(_ count: Int, pid: Int = 0x102) -> [TimedMetadataEvent] {
    (0..<count).map { index in
      MadeTag.other(time: Double(index) * 2).with { $0.pid = pid }
    }
  }

  @Test("a PID with Nielsen tags, and few or no other tags, has no finding")
  func passes() throws {
    let tags = try MadeTag.dataTags(6)
    #expect(try RuleRun(TsId3PidShared.id, tags + others(2)).findings.isEmpty)
    #expect(try RuleRun(TsId3PidShared.id, tags + others(9, pid: 0x103)).findings.isEmpty)
  }

  @Test("owners that share a PID are listed with their tags and rates")
  func finds() throws {
    let run = try RuleRun(TsId3PidShared.id, others(9) + MadeTag.dataTags(6))
    #expect(run.result.state == .pass)
    #expect(run.findings.map(\.severity) == [.info])
    #expect(
      run.messages == [
        "PID 0x102 carries tags of 2 owners: TXXX: a (9 tags, every 2.0 s), "
          + "Nielsen (6 tags, every 10.0 s)"
      ]
    )
    #expect(run.findings.first?.place == Place(program: 1, pid: 0x102))
  }
}

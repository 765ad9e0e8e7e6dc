import NielsenTag
import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-info-early")
struct CadenceInfoEarlyTests {
  @Test("a stream without faults passes")
  func passes() throws {
    let run = try RuleRun(CadenceInfoEarly.id, MadeTag.stream(seconds: 600))
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  /// INFO tags at these times.
  private func run(_ times: Double..., settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let infos = try times.map { try MadeTag.info(time: $0) }
    return try RuleRun(CadenceInfoEarly.id, infos, settings: settings)
  }

  @Test("an INFO tag soon after another is reported as information")
  func finds() throws {
    let run = try run(12, 32)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["INFO tag after 20.0 s (inserter restarted?)"])
    #expect(run.findings.first?.place == Place(time: 32, program: 1, pid: 0x102, offset: 32_000))
  }

  @Test("INFO tags at least four minutes apart pass", arguments: [(252.0, 0), (251.9, 1)])
  func limit(_ second: Double, _ found: Int) throws {
    #expect(try run(12, second).result.found == found)
    #expect(try run(12, second - 40, settings: RuleSettings(["limit": 200])).result.found == found)
  }

  @Test("a stream with a single INFO tag is not assessed")
  func tooFew() throws {
    #expect(try run(12).result.notAssessed == .tooFewTags)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let tags = try MadeTag.stream(seconds: 600)
    #expect(try RuleRun(CadenceInfoEarly.id, tags, duration: nil).result.notAssessed == .noClock)
  }

  @Test("a stream without Nielsen tags is not assessed")
  func noTags() throws {
    let run = try RuleRun(CadenceInfoEarly.id, [MadeTag.other(time: 1)])
    #expect(run.result.notAssessed == .noTags)
  }
}

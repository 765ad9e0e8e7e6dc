import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("emsg-duration")
struct EmsgDurationTests {
  private func run(_ duration: UInt32) throws -> RuleRun {
    let tag = try MadeTag.inMessage(message: { $0.duration = duration })
    return try RuleRun(EmsgDuration.id, [tag], media: [.fragmentedMP4])
  }

  @Test(
    "an event with an unknown duration, or a duration of 0, has no finding",
    arguments: [0, UInt32.max]
  )
  func passes(_ duration: UInt32) throws {
    let run = try run(duration)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == nil)
  }

  @Test(
    "an event with any known duration other than 0 is reported as information",
    arguments: [1, 90_000, UInt32.max - 1]
  )
  func finds(_ duration: UInt32) throws {
    let run = try run(duration)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["event_duration is \(duration), expected FFFFFFFF or 0"])
    #expect(run.findings.first?.place == Place(time: 8, offset: 8000))
    #expect(run.findings.first?.severity == .info)
  }

  @Test("a file without tags, or a transport stream, is not assessed")
  func notAssessed() throws {
    let id = EmsgDuration.id
    let none = try RuleRun(id, [], media: [.fragmentedMP4])
    #expect(none.result.notAssessed == .noTags)
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

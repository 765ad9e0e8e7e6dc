import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("clock-audio-distance")
struct ClockAudioDistanceTests {
  /// A tag whose PTS is a number of 90 kHz ticks ahead of the audio before it.
  private func run(_ ticks: Int64, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let tag = try MadeTag.data(time: 118).inMultiplex { $0.audioPTS = 118 * 90_000 - ticks }
    return try RuleRun(ClockAudioDistance.id, [tag], settings: settings)
  }

  @Test("a tag with the PTS of its audio passes")
  func passes() throws {
    let run = try run(900)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == 0)
  }

  @Test(
    "a tag far before or after its audio fails",
    arguments: [
      (-1_548_000, "tag PTS is 17.2 s behind its audio (limit 15 s)"),
      (1_548_000, "tag PTS is 17.2 s ahead of its audio (limit 15 s)"),
    ]
  )
  func fails(_ ticks: Int64, _ message: String) throws {
    let run = try run(ticks)
    #expect(run.result.state == .fail)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 118, program: 1, pid: 0x102, offset: 118_000))
  }

  @Test(
    "a distance up to 2 s passes, a distance up to 15 s warns, and a longer one fails",
    arguments: [
      (180_000, .pass), (180_001, .warn), (-180_001, .warn), (1_350_000, .warn),
      (1_350_001, .fail),
    ] as [(Int64, RuleResult.State)]
  )
  func limits(_ ticks: Int64, _ state: RuleResult.State) throws {
    #expect(try run(ticks).result.state == state)
  }

  @Test("the message of a warning has the limit for warnings")
  func warning() throws {
    let run = try run(-270_000)
    #expect(run.messages == ["tag PTS is 3.0 s behind its audio (limit 2 s)"])
    #expect(run.findings.map(\.severity) == [.warning])
  }

  @Test("both limits can be set")
  func setLimits() throws {
    let settings = RuleSettings(["warn": 3, "error": 4])
    #expect(try run(270_000, settings: settings).result.state == .pass)
    #expect(try run(360_000, settings: settings).result.state == .warn)
    #expect(try run(360_001, settings: settings).result.state == .fail)
  }

  @Test("a wrap of the 33-bit clock between tag and audio does not count as a distance")
  func wrap() throws {
    let tag = try MadeTag.data().with { $0.pts = 900 }
      .inMultiplex { $0.audioPTS = 1 << 33 - 900 }
    #expect(try RuleRun(ClockAudioDistance.id, [tag]).result.state == .pass)
  }

  @Test("an input without audio, without tags or without a transport stream is not assessed")
  func notAssessed() throws {
    let id = ClockAudioDistance.id
    #expect(try RuleRun(id, [MadeTag.data()]).result.notAssessed == .noAudio)
    #expect(try RuleRun(id, [MadeTag.other(time: 1)]).result.notAssessed == .noAudio)
    let message = try RuleRun(id, [MadeTag.inMessage()], media: [.fragmentedMP4])
    #expect(message.result.notAssessed == .carriage)
  }
}

import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("ts-program-missing-tags")
struct TsProgramMissingTagsTests {
  /// A multiplex of program 1, which has tags, and other programs.
  private func summary(
    _ programs: [ProgramSummary],
    streams: [StreamSummary] = []
  ) -> InputSummary {
    var summary = InputSummary(duration: 600, streams: streams, byteCount: 1)
    summary.media = [.transportStream]
    summary.programs = programs
    return summary
  }

  private let television = ProgramSummary(number: 1, hasAudio: true, hasVideo: true)
  private let lost = ProgramSummary(number: 2, hasAudio: true, hasVideo: true)
  private let radio = ProgramSummary(number: 3, hasAudio: true, hasVideo: false)
  private let data = ProgramSummary(number: 4, hasAudio: false, hasVideo: false)

  private func run(_ summary: InputSummary) throws -> RuleRun {
    try RuleRun(TsProgramMissingTags.id, try MadeTag.dataTags(60), summary: summary)
  }

  @Test("a video program without tags warns if another program has tags")
  func lostProgram() throws {
    let run = try run(summary([television, lost]))
    #expect(run.result.state == .warn)
    #expect(run.result.found == 1)
    #expect(run.messages == ["program 2: no Nielsen tag; program 1 has tags"])
    #expect(run.findings.first?.place == Place(program: 2))
  }

  @Test(
    "if video has tags, radio without tags is reported as information, and data is not reported"
  )
  func radioAndData() throws {
    let run = try run(summary([television, radio, data]))
    #expect(run.findings.map(\.severity) == [.info])
    #expect(run.messages == ["program 3 (audio only): no Nielsen tag; program 1 has tags"])
    #expect(run.result.state == .pass)
  }

  @Test("a radio program without tags warns if another radio program has tags")
  func radioAlone() throws {
    let measured = ProgramSummary(number: 1, hasAudio: true, hasVideo: false)
    #expect(try run(summary([measured, radio])).result.state == .warn)
  }

  @Test("a program with a declared but empty PID is reported by pmt-declared-empty only")
  func declared() throws {
    let stream = StreamSummary(program: 2, pid: 0x200, declared: true, tags: 0)
    let run = try run(summary([television, lost], streams: [stream]))
    #expect(run.result.state == .pass)
    #expect(run.findings.isEmpty)
  }

  @Test("an input passes if it has one program, or tags in every program")
  func clean() throws {
    #expect(try run(summary([television])).findings.isEmpty)
    let both = try MadeTag.dataTags(6) + MadeTag.dataTags(6).map { $0.with { $0.program = 2 } }
    let run = try RuleRun(
      TsProgramMissingTags.id,
      both,
      summary: summary([television, lost])
    )
    #expect(run.findings.isEmpty)
  }

  /// A report on a multiplex of four programs; program 1 has tags.
  private func report(_ change: (inout CheckOptions) -> Void = { _ in }) throws -> CheckReport {
    var options = CheckOptions()
    change(&options)
    var checker = Checker(input: "mpts.ts", options: options)
    for event in try MadeTag.dataTags(60) { checker.receive(event) }
    let streams = [
      StreamSummary(program: 1, pid: 0x102, declared: true, tags: 60),
      StreamSummary(program: 5, pid: 0x500, declared: true, tags: 0),
    ]
    checker.receive(.end(summary([television, lost, radio, data], streams: streams)))
    return checker.report()
  }

  @Test(
    "every program with audio or video is listed; programs without ID3 tags are listed as absent"
  )
  func listed() throws {
    let streams = try report().streams
    #expect(streams.map(\.program) == [1, 5, 2, 3])
    #expect(streams.dropFirst().map(\.verdict) == [.absent, .absent, .absent])
    #expect(streams.first?.verdict != .absent)
  }

  @Test(
    "if a program or PID is selected, other programs without tags are not reported",
    arguments: [(1, nil, [1]), (nil, 0x102, [1]), (2, nil, [1, 2])] as [(Int?, Int?, [Int])]
  )
  func selected(_ program: Int?, _ pid: Int?, _ programs: [Int]) throws {
    func found(_ report: CheckReport) -> [Int?] {
      report.findings.filter { $0.rule == TsProgramMissingTags.id }.map(\.place.program)
    }
    #expect(try found(self.report()) == [2, 3])
    let report = try report {
      ($0.program, $0.pid) = (program, pid)
    }
    // A real reader delivers no tags of other programs, but here tags of program 1 arrive.
    #expect(report.streams.map(\.program) == programs)
    #expect(found(report).isEmpty)
  }

  @Test("with `--require all-programs`, a program without tags fails")
  func required() throws {
    let failed = try report { $0.required = [.allPrograms] }
    #expect(failed.verdict == .fail)
    #expect(failed.missing == [.allPrograms])
    let one = try report {
      $0.required = [.allPrograms]
      $0.program = 1
    }
    #expect(one.missing.isEmpty)
  }
}

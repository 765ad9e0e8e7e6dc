import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("hls-single-program")
struct HlsSingleProgramTests {
  private func run(
    programs: [Int],
    media: Set<MediaKind> = [.transportStream],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    let segments = programs.enumerated().map { index, programs in
      MadeSegment.of(index + 1) { $0.tables?.programs = programs }
    }
    return try RuleRun(
      HlsSingleProgram.id,
      segments,
      summary: .playlist(of: media),
      settings: settings
    )
  }

  @Test("a segment with one program, or none, passes", arguments: [0, 1])
  func passes(programs: Int) throws {
    let run = try run(programs: [programs])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
  }

  @Test("a segment with two programs fails")
  func fails() throws {
    let run = try run(programs: [2])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == ["2 programs in segment 1.ts"])
    #expect(run.findings.first?.place == Place(time: 6, rendition: "a", segment: "1.ts"))
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run(programs: [2, 1, 3], settings: RuleSettings(["maximum": maximum]))
    #expect(run.result.state == (passes ? .pass : .fail))
  }

  @Test("an input without transport stream segments is not assessed")
  func carriage() throws {
    #expect(try run(programs: [], media: [.fragmentedMP4]).result.notAssessed == .carriage)
    let file = try RuleRun(HlsSingleProgram.id, [MadeTag.data()])
    #expect(file.result.notAssessed == .carriage)
  }
}

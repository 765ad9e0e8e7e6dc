import Testing

@testable import Conformance
@testable import TimedMetadata
@testable import TransportStream

@Suite("hls-segment-psi")
struct HlsSegmentPsiTests {
  private func run(
    _ events: [TimedMetadataEvent],
    media: Set<MediaKind> = [.transportStream],
    settings: RuleSettings = RuleSettings()
  ) throws -> RuleRun {
    try RuleRun(HlsSegmentPsi.id, events, summary: .playlist(of: media), settings: settings)
  }

  private func segment(_ number: Int, pat: Bool = true, pmt: Bool = true) -> TimedMetadataEvent {
    MadeSegment.of(number) {
      $0.tables?.hasPAT = pat
      $0.tables?.hasPMT = pmt
    }
  }

  @Test("segments with PAT and PMT, or with unknown tables, pass")
  func passes() throws {
    let run = try run([
      segment(1), MadeSegment.of(2) { $0.tables = nil },
      MadeSegment.of(3) { ($0.isComplete, $0.tables) = (false, SegmentTables()) },
    ])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.findings.isEmpty)
  }

  @Test(
    "a segment without PAT or PMT fails",
    arguments: [
      (true, false, "segment 12.ts has no PMT: its tags can be found only with earlier tables"),
      (false, true, "segment 12.ts has no PAT: its tags can be found only with earlier tables"),
      (
        false, false,
        "segment 12.ts has no PAT and PMT: its tags can be found only with earlier tables"
      ),
    ]
  )
  func fails(_ pat: Bool, _ pmt: Bool, _ message: String) throws {
    let run = try run([segment(12, pat: pat, pmt: pmt)])
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(run.messages == [message])
    #expect(run.findings.first?.place == Place(time: 72, rendition: "a", segment: "12.ts"))
  }

  @Test("tables that are not at the start of a segment are reported as information")
  func late() throws {
    let run = try run([MadeSegment.of(12) { $0.tables?.startsWithTables = false }])
    #expect(run.result.state == .pass)
    #expect(run.result.found == 1)
    #expect(run.messages == ["segment 12.ts does not start with PAT and PMT"])
    #expect(run.findings.first?.severity == .info)
  }

  @Test(
    "the rule passes up to its maximum number of findings, and fails above it",
    arguments: [(2.0, true), (1, false)]
  )
  func maximum(_ maximum: Double, _ passes: Bool) throws {
    let run = try run(
      [segment(1, pmt: false), segment(2, pmt: false)],
      settings: RuleSettings(["maximum": maximum])
    )
    #expect(run.result.state == (passes ? .pass : .fail))
    #expect(run.findings.map(\.count) == [2])
  }

  @Test("an input without transport stream segments is not assessed")
  func carriage() throws {
    #expect(try run([], media: [.fragmentedMP4]).result.notAssessed == .carriage)
    #expect(try RuleRun(HlsSegmentPsi.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

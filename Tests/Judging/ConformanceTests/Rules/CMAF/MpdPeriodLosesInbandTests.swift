import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("mpd-period-loses-inband")
struct MpdPeriodLosesInbandTests {
  private func run(_ events: [TimedMetadataEvent]) throws -> RuleRun {
    try RuleRun(MpdPeriodLosesInband.id, events, summary: .manifest())
  }

  /// Two Periods of two segments each. The segments whose number is in `tagged` have a tag.
  private func periods(_ second: ManifestSet, tagged: [Int]) throws -> [TimedMetadataEvent] {
    try (0..<4).flatMap { number in
      let set = number < 2 ? MadeManifest.set() : second
      let tags =
        try tagged.contains(number)
        ? [MadeManifest.tag(at: Double(number) * 6 + 3, in: set)] : []
      return tags + [MadeManifest.segment(number, of: set)]
    }
  }

  @Test("Periods that declare events, under any scheme for ID3, pass")
  func passes() throws {
    let nielsen = DeclaredEventStream(scheme: EventScheme.nielsen, value: "1")
    for declared: Set in [[MadeManifest.aomedia], [nielsen]] {
      let run = try run(periods(MadeManifest.set("2", declares: declared), tagged: [0, 1, 2, 3]))
      #expect(run.result.state == .pass)
      #expect(run.result.found == 0)
    }
  }

  @Test("a Period whose events continue without a declaration fails once, at the first event")
  func fails() throws {
    let run = try run(periods(MadeManifest.set("2", declares: []), tagged: [0, 1, 3]))
    #expect(run.result.state == .fail)
    #expect(
      run.messages == [
        "AdaptationSet video/1 declares https://aomedia.org/emsg/ID3 in an earlier Period, but not "
          + "in Period 2: some DASH clients drop the events"
      ]
    )
    #expect(run.findings.first?.place.time == 21)
  }

  @Test("a Period without a declaration or events warns only if it continues an AdaptationSet")
  func continuing() throws {
    let set = MadeManifest.set("2", declares: [], continues: true)
    let run = try run(periods(set, tagged: [0, 1]))
    #expect(run.result.state == .warn)
    #expect(
      run.messages == [
        "AdaptationSet video/1 declares https://aomedia.org/emsg/ID3 in an earlier Period, but not "
          + "in Period 2, although its content continues"
      ]
    )
    #expect(run.findings.first?.place.time == 12)
    let other = try self.run(periods(MadeManifest.set("2", declares: []), tagged: [0, 1]))
    #expect(other.result.state == .pass)
  }

  @Test("a segment report that arrives after its events does not lead to a second finding")
  func lateReport() throws {
    let lost = MadeManifest.set("2", declares: [])
    let run = try run([
      MadeManifest.segment(0), MadeManifest.tag(at: 15, in: lost), MadeManifest.segment(1),
      MadeManifest.tag(at: 21, in: lost), MadeManifest.segment(2, of: lost),
    ])
    #expect(run.findings.map(\.place.time) == [15])
  }

  @Test("events that no Period declared are not reported")
  func never() throws {
    let none = MadeManifest.set(declares: [])
    let run = try run([MadeManifest.tag(at: 8, in: none), MadeManifest.segment(1, of: none)])
    #expect(run.result.state == .pass)
  }

  @Test("an input without an MPD, or a transport stream, is not assessed")
  func notAssessed() throws {
    #expect(
      try RuleRun(MpdPeriodLosesInband.id, [MadeTag.inMessage()], media: [.fragmentedMP4])
        .result.notAssessed == .notRead
    )
    #expect(try RuleRun(MpdPeriodLosesInband.id, [MadeTag.data()]).result.notAssessed == .carriage)
  }
}

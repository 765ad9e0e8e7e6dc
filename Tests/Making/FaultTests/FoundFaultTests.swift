import Conformance
import StreamMaker
import Testing

/// Streams with a fault, which `check` must report by exactly the expected rules.
@Suite struct FoundFaultTests {
  @Test("every fault has a row of expected findings, with all rules that it breaks")
  func rows() {
    let rows = ExpectedFindings.ofFiles + ExpectedFindings.ofLiveChannels
    #expect(Set(rows.map(\.fault)) == Set(Fault.allCases.map(\.id)))
    #expect(rows.count == Fault.allCases.count)
    let live = Set(ExpectedFindings.ofLiveChannels.map(\.fault))
    for row in rows {
      let fault = Fault(row.fault)
      #expect(fault.map { Set($0.alsoBreaks) } == row.others, "\(row)")
      #expect(fault.map { $0.form.isLive } == live.contains(row.fault))
    }
  }

  @Test("every rule that a stream can break, except rules of players and templates, has a fault")
  func rules() {
    let made = Set(Fault.allCases.map(\.id))
    let others = RuleDescription.all.filter { !made.contains($0.id.rawValue) }
    // Only Nielsen can verify the rules of `key`, and the rules of `player` fail because of other faults.
    // `ExpectedValuesTests` tests the rules of `expect`.
    #expect(
      others.allSatisfy {
        $0.traits.group == .key
          || $0.traits.group == .player || $0.traits.group == .expect
      },
      "\(others.map(\.id))"
    )
    #expect(made.isSubset(of: RuleDescription.all.map(\.id.rawValue)))
  }

  @Test(
    "a fault is reported by the expected rules and no others",
    arguments: ExpectedFindings.ofFiles
  )
  func files(row: ExpectedFindings) async throws {
    let fault = try #require(Fault(row.fault))
    let form =
      switch fault.form {
      case .stream: ""
      case .presentation, .liveChannel, .lowLatencyChannel, .lowLatencyServer: "--hls"
      case .fragments: "--hls --cmaf"
      case .eventTrack: "--event-track"
      case .manifest, .liveManifest: "--dash"
      }
    row.expect(try await MadeStream.shared("--minutes 7 --fault \(row.fault) \(form)").check())
  }

  @Test(
    "a fault of a live channel is reported by the expected rules and no others",
    arguments: ExpectedFindings.ofLiveChannels
  )
  func liveChannels(row: ExpectedFindings) async throws {
    let fault = try #require(Fault(row.fault))
    var options = PresentationOptions(
      stream: StreamMakerOptions(minutes: 0.32, fault: fault),
      segmentSeconds: 1,
      variantCount: 1
    )
    if fault.form == .liveManifest {
      options.format = .cmaf
      options.writesManifest = true
      options.stream.mediaPath = Recipe.media
      options.stream.minutes = fault.minimumSeconds / 60
    }
    if fault.form.isLowLatency { options.partSeconds = PresentationOptions.defaultPartSeconds }
    row.expect(try await RecordedChannel(options).check())
  }

  @Test(
    "a live channel without faults passes with no finding, with or without parts",
    arguments: [nil, PresentationOptions.defaultPartSeconds]
  )
  func cleanLiveChannel(partSeconds: Double?) async throws {
    var options = PresentationOptions(
      stream: StreamMakerOptions(minutes: 0.5),
      segmentSeconds: 1,
      variantCount: 2
    )
    options.partSeconds = partSeconds
    let report = try await RecordedChannel(options).check()
    #expect(report.verdict == .pass)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.failure == nil)
    // Tags at 10 and 20 s, in two variants and the audio rendition.
    #expect(report.tags.data == 2 && report.copies.data == 2 * 2)
  }
}

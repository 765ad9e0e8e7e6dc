import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("Non-Nielsen tags judged by rules about carriage and time")
struct OtherOwnerTests {
  /// A fault in the carriage of one tag.
  private struct Fault: CustomTestStringConvertible {
    let rule: RuleID
    let change: @Sendable (inout TimedTag) -> Void

    var testDescription: String { rule.rawValue }

    static func multiplex(
      _ rule: RuleID,
      _ change: @escaping @Sendable (inout TransportFacts) -> Void
    ) -> Fault {
      Fault(rule: rule) { tag in
        var facts = tag.transport ?? TransportFacts()
        change(&facts)
        tag.origin = .transportStream(facts)
      }
    }

    static let all = [
      multiplex(ClockAudioDistance.id) { $0.audioPTS = 0 },
      multiplex(ClockLateArrival.id) { $0.programClock = 125 * 90_000 },
      multiplex(PesLength.id) { ($0.declaredLength, $0.arrivedLength) = (10, 20) },
      multiplex(PesLength.id) { $0.declaredLength = 0 },
      multiplex(PesSplitTag.id) { $0.pesCount = 2 },
      multiplex(PesAlignment.id) { $0.isAligned = false },
      multiplex(PesStreamId.id) { $0.streamID = 0xC0 },
      multiplex(PesMultipleTags.id) { ($0.tagCount, $0.tagsInFront) = (2, 1) },
      multiplex(PesDts.id) { $0.timestampFlags = 3 },
      Fault(rule: PesMauHeader.id) {
        ($0.origin, $0.notes) = (.transportStream(TransportFacts()), ["pes-mau-header"])
      },
      Fault(rule: PesPtsMissing.id) {
        ($0.origin, $0.pts) = (.transportStream(TransportFacts()), nil)
      },
      Fault(rule: ClockPtsBackward.id) { $0.notes = ["clock-pts-backward"] },
      Fault(rule: ClockPtsJump.id) {
        ($0.origin, $0.notes) = (.transportStream(TransportFacts()), ["clock-pts-jump"])
      },
    ]
  }

  /// A tag without faults, to which a test adds a single fault.
  private func around(_ event: TimedMetadataEvent) -> TimedMetadataEvent {
    event.with { tag in
      var facts = TransportFacts()
      facts.audioPTS = tag.pts
      facts.programClock = tag.pts
      tag.origin = .transportStream(facts)
    }
  }

  @Test("a fault of a non-Nielsen tag warns, and the message names the owner", arguments: Fault.all)
  private func other(_ fault: Fault) throws {
    let events =
      try [8, 18].map { around(try MadeTag.data(time: $0)) }
      + [around(MadeTag.other(time: 118)).with(fault.change)]
    let run = try RuleRun(fault.rule, events)
    #expect(run.result.state == .warn && run.result.found == 1, "\(run.result)")
    #expect(run.findings.map(\.severity) == [.warning])
    #expect(run.messages.allSatisfy { $0.hasSuffix("; owner \"TXXX: a\"") }, "\(run.messages)")
  }

  @Test("a non-Nielsen tag on an undeclared PID is not judged", arguments: Fault.all)
  private func undeclared(_ fault: Fault) throws {
    let other = around(MadeTag.other(time: 118)).with(fault.change)
    let events =
      try [8, 18].map { around(try MadeTag.data(time: $0)) }
      + [other.with { $0.notes.append("pmt-undeclared") }]
    #expect(try RuleRun(fault.rule, events).findings.isEmpty)
  }

  @Test("a fault of a non-Nielsen tag is reported in a stream without Nielsen tags")
  func alone() throws {
    let far = around(MadeTag.other(time: 118)).inMultiplex { $0.audioPTS = 0 }
    #expect(try RuleRun(ClockAudioDistance.id, [far]).result.state == .warn)
  }

  @Test("the user's severity applies to non-Nielsen tags")
  func override() throws {
    let far = around(MadeTag.other(time: 118)).inMultiplex { $0.audioPTS = 0 }
    var settings = RuleSettings()
    settings.severity = .error
    #expect(try RuleRun(ClockAudioDistance.id, [far], settings: settings).result.state == .fail)
  }

  @Test("the PTS of non-Nielsen tags is not compared with the PTS of Nielsen tags")
  func order() throws {
    let events = [
      try MadeTag.data(time: 8), MadeTag.other(time: 40), try MadeTag.data(time: 18),
      MadeTag.other(time: 30), try MadeTag.data(time: 38),
    ].map(around)
    let run = try RuleRun(ClockPtsBackward.id, events)
    #expect(run.messages == ["PTS goes back by 10.0 s without a discontinuity; owner \"TXXX: a\""])
    #expect(run.result.state == .warn)
  }

  @Test("a non-Nielsen tag outside its segment warns, and the message names the owner")
  func outsideSegment() throws {
    let tag = MadeTag.other(time: 62).with { tag in
      (tag.rendition, tag.segment, tag.mediaSequence) = ("a", "12.ts", 12)
    }
    let run = try RuleRun(
      HlsTagOutsideSegment.id,
      [tag, MadeSegment.of(12)],
      summary: .playlist(of: [.transportStream])
    )
    #expect(run.messages == ["tag at 62.0 s is in segment 12 (72.0 to 78.0 s); owner \"TXXX: a\""])
    #expect(run.result.state == .warn)
  }
}

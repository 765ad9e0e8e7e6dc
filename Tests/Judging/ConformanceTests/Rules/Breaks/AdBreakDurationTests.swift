import Testing

@testable import Conformance
@testable import TimedMetadata

/// Synthetic markers of ad breaks.
enum MadeMark {
  /// A marker from the SCTE-35 PID.
  static func splice(
    _ time: Double,
    isOut: Bool,
    for duration: Double? = nil,
    id: String = "1",
    returnsByItself: Bool? = nil,
    isCancelled: Bool = false,
    lead: Double? = nil,
    program: Int? = 1
  ) -> TimedMetadataEvent {
    var mark = TimelineMarker(
      kind: .splice,
      id: id,
      time: time,
      duration: duration,
      isOut: isCancelled ? nil : isOut
    )
    (mark.pid, mark.program, mark.offset, mark.spliceLead) = (600, program, 1, lead)
    mark.announcement = SpliceAnnouncement(
      command: "splice_insert",
      returnsByItself: returnsByItself,
      isCancelled: isCancelled
    )
    return .marker(mark)
  }

  /// A marker from a playlist.
  static func playlist(
    _ kind: TimelineMarker.Kind,
    _ time: Double,
    isOut: Bool,
    for duration: Double? = nil,
    id: String? = nil
  ) -> TimedMetadataEvent {
    .marker(TimelineMarker(kind: kind, id: id, time: time, duration: duration, isOut: isOut))
  }
}

@Suite("ad-break-duration")
struct AdBreakDurationTests {
  @Test("a break that does not end at the announced time warns", arguments: [20.0, 27.9, 40])
  func found(actual: Double) throws {
    let run = try RuleRun(
      AdBreakDuration.id,
      [
        MadeMark.splice(100, isOut: true, for: 30),
        MadeMark.splice(100 + actual, isOut: false),
      ]
    )
    #expect(run.result.state == .warn)
    #expect(
      run.messages == [
        "ad break announced for 30.0 s ended after \(Words.seconds(actual)) (limit 2 s)"
      ]
    )
    #expect(run.findings.first?.place.time == 100)
    #expect(run.findings.first?.place.pid == 600)
  }

  @Test("breaks that last as long as announced, or cannot be judged, pass", arguments: Self.kept)
  func good(events: [TimedMetadataEvent]) throws {
    let run = try RuleRun(AdBreakDuration.id, events)
    #expect(run.result.state == .pass)
    #expect(run.messages.isEmpty)
  }

  static let kept: [[TimedMetadataEvent]] = [
    // The break lasts as announced, or within the limit.
    [MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(131.9, isOut: false)],
    // The return marker comes late, or has no time. Only `splice-time` judges these faults.
    [MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(130, isOut: false, lead: -20)],
    [MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(-9, isOut: false, lead: -160)],
    // A break without an end marker; a break without an announced duration.
    [MadeMark.splice(100, isOut: true, for: 30)],
    [MadeMark.splice(100, isOut: true), MadeMark.splice(300, isOut: false)],
    // A cancelled break, and the end of another break.
    [
      MadeMark.splice(100, isOut: true, for: 30),
      MadeMark.splice(100, isOut: true, isCancelled: true), MadeMark.splice(300, isOut: false),
    ],
    // A later announcement of the duration.
    [
      MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(100, isOut: true, for: 60),
      MadeMark.splice(160, isOut: false),
    ],
    // The end of a break in another program.
    [
      MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(110, isOut: false, program: 2),
      MadeMark.splice(130, isOut: false),
    ],
    // A date range is marked at its start and at its end.
    [
      MadeMark.playlist(.dateRange, 100, isOut: true, for: 30, id: "a"),
      MadeMark.playlist(.dateRange, 129, isOut: false, for: 29, id: "a"),
    ],
    // Cue tags are at segment boundaries.
    [
      .segment(SegmentReport(rendition: nil, uri: "a", mediaSequence: 0, start: 0, duration: 6)),
      MadeMark.playlist(.cueOut, 100, isOut: true, for: 30),
      MadeMark.playlist(.cueIn, 136, isOut: false),
    ],
    // A break that ended by itself, and a later one that is ended twice.
    [
      MadeMark.splice(100, isOut: true, for: 30),
      MadeMark.splice(300, isOut: true, for: 30, id: "2"),
      MadeMark.splice(330, isOut: false, id: "2"), MadeMark.splice(330, isOut: false, id: "2"),
    ],
    // All breaks have the same identifier, as some senders write it.
    [
      MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(300, isOut: true, for: 30),
      MadeMark.splice(330, isOut: false), MadeMark.splice(330.5, isOut: false),
    ],
    // The end of a break that was not announced.
    [MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(300, isOut: false, id: "2")],
    // Two cue tags for each end, after a break without an end.
    [
      MadeMark.playlist(.cueOut, 100, isOut: true, for: 30),
      MadeMark.playlist(.cueOut, 300, isOut: true, for: 30),
      MadeMark.playlist(.cueIn, 330, isOut: false), MadeMark.playlist(.splice, 330, isOut: false),
    ],
    // A cue tag at every segment of the break.
    [
      MadeMark.playlist(.cueOut, 100, isOut: true, for: 30),
      MadeMark.playlist(.cueOut, 106, isOut: true, for: 30),
      MadeMark.playlist(.cueOut, 124, isOut: true, for: 30),
      MadeMark.playlist(.cueIn, 130, isOut: false),
    ],
  ]

  @Test("a break that lasts far longer than announced is measured up to its own end marker")
  func overrun() throws {
    let run = try RuleRun(
      AdBreakDuration.id,
      [
        MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(400, isOut: false, id: "2"),
        MadeMark.splice(400, isOut: false),
      ]
    )
    #expect(run.messages == ["ad break announced for 30.0 s ended after 300.0 s (limit 2 s)"])
  }

  @Test("a cancellation does not affect ended breaks, even with the same id")
  func cancelled() throws {
    var breaks = AdBreakList()
    for case .marker(let mark) in [
      MadeMark.splice(100, isOut: true, for: 30), MadeMark.splice(300, isOut: true, for: 30),
      MadeMark.splice(295, isOut: true, isCancelled: true),
    ] { _ = breaks.receive(mark) }
    #expect(breaks.all.map(\.isCancelled) == [false, true])
  }

  @Test("an input without break markers is not assessed")
  func noBreaks() throws {
    let run = try RuleRun(AdBreakDuration.id, try MadeTag.dataTags(3))
    #expect(run.result.notAssessed == .noBreaks)
  }
}

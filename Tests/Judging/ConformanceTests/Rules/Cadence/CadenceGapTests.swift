import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite("cadence-gap")
struct CadenceGapTests {
  /// A stream of ten minutes with one gap between DATA tags, in seconds.
  private func run(gap: Int, settings: RuleSettings = RuleSettings()) throws -> RuleRun {
    let events = try MadeTag.stream(seconds: 600) { _, element in
      !(element.kind == .data && element.releaseTime > 200 && element.releaseTime < 200 + gap)
    }
    return try RuleRun(CadenceGap.id, events, settings: settings)
  }

  @Test("a stream with a DATA tag every ten seconds passes")
  func passes() throws {
    let run = try run(gap: 0)
    #expect(run.result.state == .pass)
    #expect(run.result.found == 0)
    #expect(run.result.maximum == 0)
  }

  @Test("a gap of 50 s fails, and the finding is at the start of the gap")
  func fails() throws {
    let run = try run(gap: 50)
    #expect(run.result.state == .fail)
    #expect(run.result.found == 1)
    #expect(
      run.messages == [
        "no DATA tag for 50.0 s (limit 19 s): 4 tags lost (sequence numbers)"
      ]
    )
    #expect(run.findings.first?.place == Place(time: 198, program: 1, pid: 0x102, offset: 198_000))
  }

  @Test(
    "the message about a gap has the cause that the sequence numbers show",
    arguments: [
      (0, "; no sequence number is missing: the audio may carry no watermark"),
      (1, ": 1 tag lost (sequence numbers)"), (3, ": 3 tags lost (sequence numbers)"),
      (5000, "; the audio may carry no watermark, or tags were lost"),
    ]
  )
  func cause(_ missing: UInt16, _ words: String) throws {
    // Three tags are removed. `missing` is the number of sequence numbers that are missing in the gap.
    var tags = try MadeTag.dataTags(
      9,
      content: { index, content in if index > 4 { content.sequence &+= missing &- 3 } }
    )
    tags.removeSubrange(2...4)
    let run = try RuleRun(CadenceGap.id, tags)
    #expect(run.messages.first == "no DATA tag for 40.0 s (limit 19 s)\(words)")
  }

  @Test(
    "the message about a gap in an ad break names the break",
    arguments: [
      ([(25.0, 30.0, true)], "; ad break from 25.0 s to 55.0 s"),
      ([(25, nil, true), (60, nil, false)], "; ad break from 25.0 s to 60.0 s"),
      ([(25, nil, true), (25.5, nil, true)], "; ad break from 25.0 s"),
      ([(2, 10, true)], ""), ([(70, 30, true)], ""), ([(25, nil, nil)], ""),
    ] as [([(Double, Double?, Bool?)], String)]
  )
  func adBreak(_ marks: [(Double, Double?, Bool?)], _ words: String) throws {
    var tags = try MadeTag.dataTags(9)
    tags.removeSubrange(2...4)
    let markers = marks.map { time, duration, isOut in
      TimedMetadataEvent.marker(
        TimelineMarker(kind: .dateRange, time: time, duration: duration, isOut: isOut)
      )
    }
    let run = try RuleRun(CadenceGap.id, markers + tags)
    #expect(
      run.messages == [
        "no DATA tag for 40.0 s (limit 19 s): 3 tags lost (sequence numbers)\(words)"
      ]
    )
  }

  @Test("a gap up to the limit passes, and a longer one fails", arguments: [(40.0, 0), (39.0, 1)])
  func limit(_ limit: Double, _ found: Int) throws {
    var settings = RuleSettings()
    settings.values["limit"] = limit
    #expect(try run(gap: 40, settings: settings).result.found == found)
  }

  /// A stream of ten minutes without faults, in which another PID carries the tags of a period.
  private func changing(_ times: Range<Double>) throws -> [TimedMetadataEvent] {
    try MadeTag.stream(seconds: 600).map { event in
      event.with { tag in
        if let time = tag.time, times.contains(time) { tag.pid = 0x200 }
      }
    }
  }

  @Test(
    "tags that move to another PID and back cause no finding in rules about gaps",
    arguments: [100..<140.0, 100..<110, 8..<30, 200..<420, 590..<600]
  )
  func changingPID(_ times: Range<Double>) throws {
    let events = try changing(times)
    for rule in [
      CadenceGap.id, CadenceStart.id, CadenceEnd.id, CadenceInfoInterval.id, CadenceTagTimeGap.id,
      TagCount.id, TagSequence.id,
    ] {
      let run = try RuleRun(rule, events, duration: 608)
      #expect(run.result.state == .pass, "\(rule): \(run.messages)")
      #expect(run.messages.isEmpty)
    }
  }

  @Test("a gap at a change of PID is reported once")
  func gapAtChange() throws {
    let events = try changing(200..<420).filter { event in
      !(180..<230).contains(event.tag?.time ?? 0)
    }
    let run = try RuleRun(CadenceGap.id, events)
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.hasPrefix("no DATA tag for 60.0 s") == true)
    #expect(run.findings.first?.place.pid == 0x102)
  }

  @Test("a gap on one of two PIDs with tags at the same time fails")
  func parallel() throws {
    let second = try MadeTag.stream(seconds: 600) { _, element in
      !(element.kind == .data && element.releaseTime > 200 && element.releaseTime < 250)
    }
    .map { $0.with { $0.pid = 0x200 } }
    let run = try RuleRun(CadenceGap.id, try MadeTag.stream(seconds: 600) + second)
    #expect(run.messages.count == 1)
    #expect(run.findings.first?.place.pid == 0x200)
  }

  @Test(
    "in a stream that was not read to its end, the time after the last tag is also a gap",
    arguments: [(true, 1), (false, 0)]
  )
  func openGap(_ isLimited: Bool, _ found: Int) throws {
    let tags = try MadeTag.dataTags(3)
    let run = try RuleRun(CadenceGap.id, tags, duration: 68, isLimited: isLimited)
    #expect(run.result.found == found)
    #expect(run.findings.allSatisfy { $0.place.time == 28 && $0.message.contains("40.0 s") })
  }

  @Test("the gap after the last tag of a live rendition is measured up to the rendition's end")
  func liveRendition() throws {
    let tags = try MadeTag.dataTags(3).map { $0.with { $0.rendition = "a" } }
    let summary = InputSummary.playlist([("a", 48), ("b", 300)], isLive: true)
    let run = try RuleRun(CadenceGap.id, tags, summary: summary)
    #expect(run.messages.count == 1)
    #expect(run.messages.first?.hasPrefix("no DATA tag for 20.0 s") == true)
    #expect(run.findings.first?.place.rendition == "a")
  }

  @Test("a gap during a move to another PID fails")
  func move() throws {
    let tags = try MadeTag.dataTags(9).enumerated().compactMap { index, tag in
      index < 3 ? tag : index < 6 ? nil : tag.with { $0.pid = 0x1f0 }
    }
    let run = try RuleRun(CadenceGap.id, tags)
    #expect(run.findings.map(\.place.time) == [28])
  }

  @Test("a stream with a single DATA tag is not assessed")
  func tooFew() throws {
    let run = try RuleRun(CadenceGap.id, MadeTag.stream(seconds: 5))
    #expect(run.result.notAssessed == .tooFewTags)
  }

  @Test("a stream without tags is not assessed")
  func none() throws {
    #expect(try RuleRun(CadenceGap.id, []).result.notAssessed == .noTags)
  }

  @Test("a stream without a timeline is not assessed")
  func noClock() throws {
    let run = try RuleRun(CadenceGap.id, MadeTag.stream(seconds: 100), duration: nil)
    #expect(run.result.notAssessed == .noClock)
  }

  @Test(
    "an unread part does not count as a gap: the longest gap that was read is reported",
    arguments: [
      (200.0, 50.0, nil), (198, 31, nil), (217, 12, nil), (225, 6, 27), (240, 6, 42),
      (300, 60, 50),
    ] as [(Double, Double, Int?)]
  )
  func unread(_ start: Double, _ seconds: Double, _ heard: Int?) throws {
    // Without the hole there is a gap from 198 to 248 s.
    var events = try MadeTag.stream(seconds: 600) { _, element in
      !(element.kind == .data && element.releaseTime > 200 && element.releaseTime < 250)
    }
    let place = events.firstIndex { ($0.tag?.time ?? 0) > 200 } ?? 0
    events.insert(MadeHole.missing(from: start, seconds: seconds), at: place)
    let run = try RuleRun(CadenceGap.id, events)
    #expect(run.result.found == (heard == nil ? 0 : 1))
    #expect(run.findings.first?.place.time == (heard == nil ? nil : 198))
    #expect(run.messages.first?.hasPrefix("no DATA tag for \(heard ?? 0).0 s") != false)
  }

  @Test("a gap after an unread part begins at the end of that part")
  func behindHole() throws {
    let tags = try MadeTag.dataTags(9)
    let hole = MadeHole.missing(from: 20, seconds: 20)
    let run = try RuleRun(CadenceGap.id, [tags[0], hole, tags[8]])
    #expect(run.findings.map(\.place) == [Place(time: 40, program: 1, pid: 0x102)])
    #expect(run.messages.first?.hasPrefix("no DATA tag for 48.0 s") == true)
  }

  @Test("unread parts of another rendition do not shorten a gap")
  func otherRendition() throws {
    let tags = try MadeTag.dataTags(5)
    let hole = MadeHole.missing(from: 0, seconds: 100, rendition: "b")
    #expect(try RuleRun(CadenceGap.id, [hole, tags[0], tags[4]]).result.found == 1)
  }
}

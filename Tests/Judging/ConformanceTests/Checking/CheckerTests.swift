import Testing

@testable import Conformance
@testable import TimedMetadata

@Suite struct CheckerTests {
  private func summary(_ seconds: Double) -> TimedMetadataEvent {
    var summary = InputSummary(duration: seconds, streams: [], byteCount: 1)
    summary.media = [.transportStream]
    return .end(summary)
  }

  private func check(
    _ events: [TimedMetadataEvent],
    _ options: CheckOptions = CheckOptions(),
    failure: TimedMetadataError? = nil
  ) -> CheckReport {
    var checker = Checker(input: "a.ts", options: options)
    for event in events { checker.receive(event) }
    return checker.report(failure: failure)
  }

  @Test("a report has the result of every rule, in the order of the rule set")
  func everyRule() throws {
    let report = check([summary(0)])
    #expect(report.rules.map(\.rule) == RuleDescription.all.map(\.id))
  }

  @Test("the verdict is absent if there is no Nielsen tag, and unreadable if reading failed")
  func absent() {
    #expect(check([summary(60)]).verdict == .absent)
    let error = TimedMetadataError(
      .cannotOpen,
      input: "a.ts",
      reason: "no such file",
      remedy: "check the path"
    )
    let unread = check([], failure: error)
    #expect(unread.verdict == .unreadable)
    #expect(unread.rules.allSatisfy { $0.state == .notAssessed && $0.found == nil })
    #expect(unread.findings.isEmpty)
  }

  @Test(
    "content without a tag is not judged if it is too short, and the report gives the reason",
    arguments: [
      (
        6, .transportStream,
        "too short to judge: 6 s without a DATA tag; one is due every 10 s to 19 s: read at least 30 s"
      ),
      (
        29.04, .packedAudio,
        "too short to judge: 29 s without a DATA tag; one is due every 10 s to 19 s: read at least 30 s"
      ),
      (31, .transportStream, nil), (nil, .transportStream, nil),
      (
        nil, .fragmentedMP4,
        "too short to judge: a part of an MP4 stream that does not declare its duration; read at least 30 s"
      ),
    ] as [(Double?, MediaKind, String?)]
  )
  func short(seconds: Double?, media: MediaKind, reason: String?) {
    let verdict: Verdict = reason == nil ? .absent : .notJudged
    var summary = InputSummary(
      duration: seconds,
      streams: [StreamSummary(program: 1, pid: 258, declared: true, tags: 0)],
      byteCount: 1
    )
    summary.media = [media]
    let report = check([.end(summary)])
    #expect(report.verdict == verdict)
    #expect(report.notJudged == reason)
    #expect(report.streams.map(\.verdict) == [verdict])
    let present = report.rules.first { $0.rule.rawValue == "tag-present" }
    #expect(present?.notAssessed == (reason == nil ? nil : .tooShort))
  }

  @Test("an input with INFO tags but no DATA tag does not pass", arguments: [20.0, 60])
  func onlyInfo(seconds: Double) throws {
    let report = check([try MadeTag.info(time: 2), summary(seconds)])
    #expect(report.verdict == (seconds < 30 ? .notJudged : .absent))
    #expect(report.streams.allSatisfy { $0.verdict == report.verdict })
  }

  @Test("a partly read input without tags is not judged, whatever its length")
  func readInPart() {
    var playlist = InputSummary.playlist([("a", 60)])
    playlist.renditions[0].segmentsMissing = 2
    let missing = check([.end(playlist)])
    #expect(missing.verdict == .notJudged)
    #expect(missing.notJudged?.hasSuffix("2 segments could not be read") == true)
    let error = TimedMetadataError(.cannotRead, input: "a.ts", reason: "broke", remedy: "look")
    let broken = check([summary(60)], failure: error)
    #expect(broken.verdict == .notJudged)
    #expect(broken.notJudged?.hasSuffix("reading stopped after 60.0 s") == true)
  }

  @Test(
    "a viewer's tags are the tags of one rendition or, without renditions, of one program",
    arguments: [
      ([("a", 1), ("b", 1), ("c", 1)], [6, 6, 5], 6),
      ([(nil, 1), (nil, 2)], [6, 4], 6),
      ([("a", 1), ("a", 2)], [3, 4], 7),
    ] as [([(String?, Int)], [Int], Int)]
  )
  func viewer(parts: [(String?, Int)], counts: [Int], data: Int) throws {
    var events: [TimedMetadataEvent] = []
    for (part, count) in zip(parts, counts) {
      for index in 0..<count {
        guard case .tag(var tag) = try MadeTag.data(time: Double(index * 10)) else { continue }
        (tag.rendition, tag.program) = part
        events.append(.tag(tag))
      }
    }
    let report = check(events + [summary(70)])
    #expect(report.tags == TagCounts(data: data))
    #expect(report.copies == TagCounts(data: counts.reduce(0, +) - data))
  }

  @Test("short content fails if a required item is missing")
  func shortAndRequired() {
    var options = CheckOptions()
    options.required = [.data]
    #expect(check([summary(6)], options).verdict == .fail)
  }

  @Test("the report has the tag counts, the duration, the first tag and the longest gap")
  func numbers() throws {
    let report = check(try MadeTag.stream(seconds: 60, start: 8) + [summary(65)])
    #expect(report.tags == TagCounts(data: 6, info: 1))
    #expect(report.duration == 65)
    #expect(report.firstTag == 8)
    #expect(report.longestGap == 10)
    #expect(report.streams.map(\.tags) == [TagCounts(data: 6, info: 1)])
  }

  @Test(
    "the longest gap can be before the first DATA tag, after the last, or as long as the content",
    arguments: [(8, 600, 542.0), (300, 360, 300), (8, 68, 10), (nil, 420, 420)]
      as [(Double?, Double, Double)]
  )
  func longestGap(start: Double?, duration: Double, gap: Double) throws {
    let tags =
      try start.map { try MadeTag.stream(seconds: 60, start: $0) } ?? [MadeTag.info(time: 2)]
    #expect(check(tags + [summary(duration)]).longestGap == gap)
  }

  @Test("a warning fails the input in strict mode")
  func strict() throws {
    let events = try MadeTag.dataTags(
      6,
      bytes: { index, bytes in
        if index == 3 { bytes[5] = 0 }
      }
    )
    #expect(check(events + [summary(60)]).verdict == .warn)
    var options = CheckOptions()
    options.isStrict = true
    let strict = check(events + [summary(60)], options)
    #expect(strict.verdict == .fail)
    #expect(strict.streams.map(\.verdict) == [.fail])
    #expect(!strict.rules.contains { $0.state == .warn })
  }

  @Test("a missing required item fails the input", arguments: RequiredPresence.allCases)
  func required(presence: RequiredPresence) throws {
    var options = CheckOptions()
    options.required = [presence]
    let data = try MadeTag.dataTags(6)
    let report = check(data + [summary(60)], options)
    // An input without renditions and programs cannot lack tags in one of them.
    let isThere = [.data, .allRenditions, .allPrograms].contains(presence)
    #expect(report.missing == (isThere ? [] : [presence]))
    #expect((report.verdict == .fail) == !isThere)
  }

  @Test("an input fails if reading stops with an error, even if its tags are correct")
  func brokenOff() throws {
    let events = try MadeTag.stream(seconds: 60)
    let error = TimedMetadataError(
      .cannotRead,
      input: "a.ts",
      reason: "broke off",
      remedy: "try again"
    )
    let report = check(events, failure: error)
    #expect(report.verdict == .fail)
    #expect(report.failure == error)
  }

  @Test("an input that the user ends early is judged up to that point")
  func partial() throws {
    var checker = Checker(input: "a.ts", options: CheckOptions())
    for event in try MadeTag.stream(seconds: 60) { checker.receive(event) }
    let report = checker.partialReport()
    #expect(report.verdict == .pass)
    #expect(report.duration == report.lastTag)
    let end = report.rules.first { $0.rule.rawValue == "cadence-end" }
    #expect(end?.notAssessed == .notRead)
  }

  @Test("a finding in a segment gets its time of day from the playlist")
  func timeOfDay() {
    let note = StreamNote(
      id: "psi-crc",
      rendition: "a",
      segment: "1.ts",
      time: 8,
      pid: 0,
      detail: "wrong CRC"
    )
    let segments = ["b", "a"].enumerated().map { index, rendition in
      TimedMetadataEvent.segment(
        SegmentReport(
          rendition: rendition,
          uri: "1.ts",
          mediaSequence: 1,
          start: 6,
          wallClock: 1_700_000_000 + Double(index),
          duration: 6
        )
      )
    }
    let report = check([.note(note)] + segments + [summary(12)])
    let finding = report.findings.first { $0.rule.rawValue == "psi-crc" }
    #expect(finding?.place.wallClock == 1_700_000_003)
  }

  @Test("each stream of a multiplex gets a verdict from the findings about it")
  func programs() throws {
    let clean = try MadeTag.dataTags(12)
    let gap = try MadeTag.dataTags(12).enumerated().filter { !(4...7).contains($0.offset) }
      .map { $0.element.with { ($0.program, $0.pid) = (2, 0x202) } }
    let report = check(clean + gap + [summary(120)])
    #expect(report.verdict == .fail)
    #expect(report.streams.map(\.program) == [1, 2])
    #expect(report.streams.map(\.verdict) == [.pass, .fail])
  }

  @Test("a finding with only a rendition and a time gets the segment that contains the time")
  func segmentOfTime() throws {
    let names = ["a", "b"]
    let tags = try names.flatMap { name in
      try MadeTag.dataTags(6).enumerated().filter { name == "a" || $0.offset != 3 }
        .map { $0.element.with { $0.rendition = name } }
    }
    let segments = names.flatMap { name in
      (0..<10).map { number in
        MadeSegment.of(number, rendition: name) { segment in
          segment.wallClock = 1_700_000_000 + Double(number * 6)
        }
      }
    }
    let summary = InputSummary.playlist(names.map { .made($0, tags: 6) })
    let report = check(tags + segments + [.end(summary)])
    let finding = report.findings.first { $0.rule.rawValue == "hls-rendition-mismatch" }
    let place = Place(time: 38, wallClock: 1_700_000_038, rendition: "b", segment: "6.ts")
    #expect(finding?.place == place)
  }

  @Test("a finding in an initialization section gets its time of day from the segment at its time")
  func timeOfDayOfInitialization() {
    let note = StreamNote(
      id: "emsg-position",
      rendition: "a",
      segment: "init.mp4",
      time: 8,
      offset: 0,
      detail: "emsg before ftyp in init.mp4"
    )
    let segment = MadeSegment.of(1) { $0.wallClock = 1_700_000_006 }
    let summary = InputSummary.playlist(of: [.fragmentedMP4])
    let report = check([.note(note), segment, .end(summary)])
    let finding = report.findings.first { $0.rule.rawValue == "emsg-position" }
    #expect(finding?.place.segment == "init.mp4")
    #expect(finding?.place.wallClock == 1_700_000_008)
  }
}
